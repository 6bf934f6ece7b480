import Crypto
package import Engine
package import EventLoop
import LocalHTTP
package import Origin
package import Primitives

/// The local HTTP server of one client on one loop; each player session has paths of its own on it.
package actor PlaybackServer {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let crossOrigin: CrossOriginRule
    private var server: HTTPServer?
    private var players: [PlayerProxy] = []

    package init(allowedOrigins: Set<String>, on loop: UVEventLoop) {
        crossOrigin = CrossOriginRule(allowedOrigins: allowedOrigins)
        self.loop = loop
    }

    /// Listens on loopback, on a port that the system picks, and returns its address.
    @discardableResult
    package func start() throws(LoopError) -> SocketAddress {
        let server = try HTTPServer(
            on: loop, address: SocketAddress(ip: .loopback, port: 0)
        ) { [weak self] exchange in
            self?.assumeIsolated { $0.received(exchange) }
        }
        self.server = server
        return server.localAddress
    }

    /// Answers to players that are under way.
    package var answersInFlight: Int { server?.answersInFlight ?? 0 }

    package func close() {
        server?.close()
        server = nil
        for player in players { player.assumeIsolated { $0.close() } }
        players = []
    }

    /// Gives a session paths of its own.
    package func admit(
        _ session: SwarmSession, client: OriginClient, keys: ContentKeys,
        originHeaders: OriginHeaders
    ) -> PlayerProxy {
        let player = PlayerProxy(
            session: session, client: client, keys: keys,
            listener: HostRule(port: server?.localAddress.port ?? 0),
            originHeaders: originHeaders, naming: .minted(Redacted(randomBytes32())), on: loop)
        players.append(player)
        return player
    }

    /// Takes a session's paths away: they are unknown from now on.
    package func dismiss(_ player: PlayerProxy) {
        player.assumeIsolated { $0.close() }
        players.removeAll { $0 === player }
    }

    private func received(_ exchange: HTTPExchange) {
        let request = exchange.request
        switch crossOrigin.verdict(on: CrossOriginRule.Request(request)) {
        case .refuse:
            exchange.respond(status: 403, headers: [], body: [])
        case .answerOptions(let headers):
            exchange.respond(status: 204, headers: headers, body: [])
        case .serve(let headers):
            serve(Answer(exchange: exchange, ruled: headers))
        }
    }

    private func serve(_ answer: Answer) {
        let request = answer.exchange.request
        guard request.method == "GET" || request.method == "HEAD" else {
            return answer.give(405, [("Allow", "GET, HEAD, OPTIONS")], [])
        }
        var player: PlayerProxy?
        let path = ProxyPath(request.path) { token in
            // Every session's token is compared, so that the time tells nothing.
            for candidate in players where candidate.isKnown(by: token) { player = candidate }
            return player != nil
        }
        guard let path, let player else { return answer.refuse(404) }
        player.assumeIsolated { $0.answer(answer, at: path) }
    }
}

extension CrossOriginRule.Request {
    fileprivate init(_ request: HTTPRequest) {
        self.init(method: request.method)
        origin = request.first("Origin")
        referer = request.first("Referer")
        fetchSite = request.first("Sec-Fetch-Site")
        requestedMethod = request.first("Access-Control-Request-Method")
        requestedHeaders = request.first("Access-Control-Request-Headers")
        requestsPrivateNetwork = request.first("Access-Control-Request-Private-Network") == "true"
    }
}

extension PlayerProxy {
    fileprivate nonisolated func isKnown(by token: Bytes32) -> Bool {
        switch naming {
        case .minted(let own): constantTimeEquals(own.secret, token)
        case .site: false
        }
    }
}
