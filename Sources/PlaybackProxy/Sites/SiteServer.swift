import Crypto
package import Engine
package import EventLoop
import LocalHTTP
package import Manifests
package import Origin
package import Primitives

/// Serves sites to everybody who connects: a reverse proxy whose contents are shared by all players.
///
/// A session is made for each content as it is first asked for, and ended when nobody has asked for it
/// for a while. What is no content, or would be one too many, is passed through.
package actor SiteServer {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What the server has others do; all on the loop.
    package struct Links: Sendable {
        /// Makes a session for a content of the site; nil if there is none to be had.
        package let open: @Sendable (_ root: ResolvedURI, SiteRule) -> SwarmSession?
        package let close: @Sendable (SwarmSession) -> Void
        /// Makes a client for what of the site is passed through.
        package let client: @Sendable (SiteRule) -> OriginClient
        package let onAccess: @Sendable (AccessRecord) -> Void

        package init(
            open: @escaping @Sendable (_ root: ResolvedURI, SiteRule) -> SwarmSession?,
            close: @escaping @Sendable (SwarmSession) -> Void,
            client: @escaping @Sendable (SiteRule) -> OriginClient,
            onAccess: @escaping @Sendable (AccessRecord) -> Void
        ) {
            self.open = open
            self.close = close
            self.client = client
            self.onAccess = onAccess
        }
    }

    private nonisolated let loop: UVEventLoop
    private let key: Bytes32
    private let identity: @Sendable (ResolvedURI, SiteRule) -> [UInt8]
    private let links: Links
    private var servers: [HTTPServer] = []
    private var sites: [String: Site] = [:]
    private var timer: LoopTimer?
    /// The player of the content that is being opened.
    private var admitted: PlayerProxy?

    /// `key` is what paths are sealed with; `identity` tells contents apart.
    package init(
        key: Bytes32, identity: @escaping @Sendable (ResolvedURI, SiteRule) -> [UInt8],
        links: Links, on loop: UVEventLoop
    ) {
        self.key = key
        self.identity = identity
        self.links = links
        self.loop = loop
    }

    /// Listens on all of the addresses, or on none; returns them with their ports.
    package func start(
        on addresses: [SocketAddress], connections: Int
    ) throws(LoopError) -> [SocketAddress] {
        do throws(LoopError) {
            for address in addresses {
                servers.append(
                    try HTTPServer(
                        on: loop, address: address, isForEverybody: true,
                        limits: .forMany(connections)
                    ) { [weak self] exchange in
                        self?.assumeIsolated { $0.received(exchange) }
                    })
            }
        } catch {
            close()
            throw error
        }
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.tidy() } }
        tidy()
        return servers.map(\.localAddress)
    }

    /// Answers that are under way.
    package var answersInFlight: Int { servers.reduce(0) { $0 + $1.answersInFlight } }

    package func close() {
        for server in servers { server.close() }
        servers = []
        timer?.close()
        timer = nil
        for name in sites.keys { end(name) }
    }

    /// Serves these sites from now on: those that are as they were go on, others begin anew.
    package func serve(_ rules: [SiteRule]) {
        let names = Set(rules.map(\.name))
        for name in sites.keys where !names.contains(name) { end(name) }
        for rule in rules where sites[rule.name]?.rule != rule {
            end(rule.name)
            sites[rule.name] = Site(rule, key: key, client: links.client(rule))
            for path in rule.prefetch { prefetch(path, of: rule.name) }
        }
    }

    /// One content that is open.
    package struct OpenContent: Sendable {
        package let site: String
        /// The path of what was opened first, without its query.
        package let path: String
        package let session: SwarmSession
    }

    package var openContents: [OpenContent] {
        sites.flatMap { name, site in
            site.contents.values.map {
                OpenContent(site: name, path: $0.root.path, session: $0.session)
            }
        }
    }

    /// How many contents each site has open.
    package var contents: [String: Int] { sites.mapValues(\.contents.count) }

    // MARK: - Requests

    private func received(_ exchange: HTTPExchange) {
        let request = exchange.request
        let parts = request.path.dropFirst().split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let site = sites[String(parts[0])] else {
            return exchange.respond(status: 404, headers: [], body: [])
        }
        let note = AnswerNote()
        record(exchange, site.rule.name, note)
        let headers = site.access.headers(origin: request.first("Origin"))
        let answer = Answer(exchange: exchange, ruled: headers, note: note)
        guard request.method != "OPTIONS" else {
            return exchange.respond(
                status: 204, headers: headers + site.access.options, body: [])
        }
        guard let target = site.naming.target(of: parts[1], query: request.query) else {
            return answer.refuse(400)
        }
        if site.rule.bypass.contains(where: { parts[1].hasPrefix($0) }) {
            return passThrough(target.uri, site.rule.name, answer)
        }
        serve(target, of: site.rule.name, answer)
    }

    private func serve(_ target: SiteNaming.Target, of name: String, _ answer: Answer) {
        let uri = target.uri
        if let player = sites[name]?.player(knowing: uri) {
            use(player, of: name)
            var answer = answer
            // Who says something of itself is listened to each time.
            if target.added == nil { answer.onShared = sharing(answer, of: name) }
            if player.assumeIsolated({ $0.answer(answer, at: uri) }) { return }
        }
        guard let site = sites[name], let root = site.root(of: target) else {
            return passThrough(uri, name, answer) { [weak self] response in
                self?.assumeIsolated { $0.follow(response, to: target, of: name, answer) } ?? false
            }
        }
        guard let player = content(of: root, in: name) else {
            return passThrough(uri, name, answer)
        }
        use(player, of: name)
        if player.assumeIsolated({ $0.answer(answer, at: uri) }) { return }
        guard target.root != nil, !site.isManifest(uri) else {
            return player.assumeIsolated { $0.answer(answer, withPlaylistAt: uri) }
        }
        player.assumeIsolated {
            $0.seek(uri) { [weak self] player, isFound in
                guard !isFound || !player.answer(answer, at: uri) else { return }
                guard let self else { return answer.refuse(503) }
                assumeIsolated { $0.passThrough(uri, name, answer) }
            }
        }
    }

    /// Opens what the origin calls a manifest, although its name does not; false for anything else.
    private func follow(
        _ response: OriginResponse, to target: SiteNaming.Target, of name: String, _ answer: Answer
    ) -> Bool {
        guard response.status == 200, answer.exchange.request.method == "GET",
            ContentTypeRule.saysManifest(response.first("Content-Type"))
        else { return false }
        sites[name]?.learnManifest(target.uri)
        serve(target, of: name, answer)
        return true
    }

    /// `onHead` may give another answer in the place of the origin's.
    private func passThrough(
        _ uri: ResolvedURI, _ name: String, _ answer: Answer,
        onHead: @escaping @Sendable (OriginResponse) -> Bool = { _ in false }
    ) {
        guard let site = sites[name], site.passing < site.rule.passedThrough else {
            return answer.give(503, [("Retry-After", "1")], [])
        }
        let request = answer.exchange.request
        var asked = OriginRequest(url: uri.text, headers: site.headers(for: uri))
        asked.method = request.method == "HEAD" ? .head : .get
        asked.byteRange = OriginRange(ByteRangeRequest(header: request.first("Range")))
        sites[name]?.passing += 1
        let passage = PassThrough(
            answer: answer, on: loop, onHead: onHead, onBytes: { _ in }, onMissing: { _ in },
            onEnd: { [weak self] in self?.assumeIsolated { $0.sites[name]?.passing -= 1 } })
        passage.assumeIsolated { $0.begin(asked, patience: .untilHead, client: site.client) }
    }

    private func record(_ exchange: HTTPExchange, _ site: String, _ note: AnswerNote) {
        let (request, start) = (exchange.request, loop.now)
        exchange.observe { [weak self, loop] outcome in
            self?.links.onAccess(
                AccessRecord(
                    outcome, of: request, to: site, from: note.source, in: loop.now - start))
        }
    }

    /// What is done for each request that is answered as this one without coming here.
    ///
    /// That the content is in use its player knows.
    private func sharing(
        _ answer: Answer, of site: String
    ) -> @Sendable (HTTPOutcome, Duration) -> Void {
        let request = answer.exchange.request
        return { [onAccess = links.onAccess] outcome, duration in
            onAccess(AccessRecord(outcome, of: request, to: site, from: .store, in: duration))
        }
    }

    // MARK: - Contents

    /// The player of what a playlist or file opens, which is made if it is not there.
    private func content(of root: ResolvedURI, in name: String) -> PlayerProxy? {
        guard let rule = sites[name]?.rule else { return nil }
        let content = identity(root, rule)
        if let player = sites[name]?.contents[content]?.player { return player }
        if sites[name]?.isFull == true {
            guard let oldest = sites[name]?.oldestIdle else { return nil }
            end(oldest, of: name)
        }
        admitted = nil
        guard let session = links.open(root, rule) else { return nil }
        guard let player = admitted else {
            links.close(session)
            return nil
        }
        admitted = nil
        sites[name]?.contents[content] = Site.Content(
            session: session, player: player, root: root, askedAt: loop.now)
        return player
    }

    /// Gives a session that is being opened its paths.
    package func admit(
        _ session: SwarmSession, client: OriginClient, keys: ContentKeys,
        originHeaders: OriginHeaders, root: ResolvedURI, rule: SiteRule
    ) -> PlayerProxy {
        let player = PlayerProxy(
            session: session, client: client, keys: keys, listener: .everyName,
            originHeaders: originHeaders,
            naming: .site(SiteNaming(rule, key: key), root: root),
            on: loop)
        admitted = player
        return player
    }

    private func use(_ player: PlayerProxy, of name: String) {
        sites[name]?.touch(player, at: loop.now)
    }

    private func prefetch(_ path: String, of name: String) {
        guard let uri = sites[name]?.naming.target(of: path[...], query: nil)?.uri,
            let player = content(of: uri, in: name)
        else { return }
        sites[name]?.keep(player)
        let isWhole = sites[name]?.rule.prefetchesWhole == true
        player.assumeIsolated { if isWhole { $0.fetchWhole(uri) } else { $0.preload(uri) } }
    }

    private func end(_ content: [UInt8], of name: String) {
        guard let ended = sites[name]?.contents.removeValue(forKey: content) else { return }
        sites[name]?.forget(ended.player)
        ended.player.assumeIsolated { $0.close() }
        links.close(ended.session)
    }

    private func end(_ name: String) {
        for content in sites[name]?.contents.keys.map({ $0 }) ?? [] { end(content, of: name) }
        sites.removeValue(forKey: name)?.client.close()
    }

    /// Ends what nobody has asked for in so long.
    private func tidy() {
        for (name, site) in sites {
            for content in site.idle(at: loop.now) { end(content, of: name) }
        }
        timer?.arm(at: loop.now + .seconds(1))
    }
}
