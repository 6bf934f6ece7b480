package import EventLoop
import LocalHTTP
package import Operations
package import Primitives

/// The operator's listener on this machine: health, metrics, status, the dashboard, and commands.
///
/// It shows what it was told last, so that nobody who asks holds up what is watched. When it is told
/// nothing any more, what is watched hangs, and it says so.
package actor AdminServer {
    package typealias Commands = @Sendable (AdminCommand) async -> AdminAnswer

    /// A service that has not been seen for longer does not work.
    package static let patience = Duration.seconds(10)
    /// Pages that listen at the same time.
    private static let mostFeeds = 16
    private static let longestBody = 256 * 1024

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let token: AdminToken?
    private let commands: Commands
    private var server: HTTPServer?
    private var shown: (report: ServiceReport, at: Moment)?
    private var feeds: [ObjectIdentifier: EventFeed] = [:]

    /// `commands` does what callers with the token want done; it is asked for what only reads, as well.
    package init(token: AdminToken?, on loop: UVEventLoop, commands: @escaping Commands) {
        self.loop = loop
        self.token = token
        self.commands = commands
    }

    /// Listens on a loopback address, and returns which.
    package func start(at address: SocketAddress) throws(LoopError) -> SocketAddress {
        precondition(server == nil, "the listener has been started")
        var limits = HTTPLimits()
        limits.methods.insert("POST")
        limits.bodyBytes = Self.longestBody
        let server = try HTTPServer(on: loop, address: address, limits: limits) {
            [weak self] exchange in
            self?.assumeIsolated { $0.received(exchange) }
        }
        self.server = server
        return server.localAddress
    }

    /// Shows that from now on.
    package func show(_ report: ServiceReport) {
        shown = (report, loop.now)
        guard !feeds.isEmpty else { return }
        let text = report.eventText
        for feed in feeds.values { feed.tell(text) }
    }

    package func close() {
        feeds = [:]
        server?.close()
        server = nil
    }

    private func received(_ exchange: HTTPExchange) {
        switch AdminRoute(exchange.request, token: token) {
        case .page(let asset): respond(exchange, 200, asset.contentType, asset.bytes)
        case .liveness: tellLiveness(exchange)
        case .readiness: tellReadiness(exchange)
        case .metrics:
            guard let report = shown?.report else { return tellReadiness(exchange) }
            respond(exchange, 200, MetricPage.contentType, Array(report.metrics.text.utf8))
        case .status:
            guard let report = shown?.report else { return tellReadiness(exchange) }
            respond(exchange, 200, "application/json", Array((report.statusText + "\n").utf8))
        case .events: listen(exchange)
        case .reading(let command): run(command, isChange: false, exchange)
        case .command(let command): run(command, isChange: true, exchange)
        case .refused(let status, let text): respond(exchange, status, text + "\n")
        }
    }

    private var isStale: Bool {
        guard let shown else { return true }
        return loop.now - shown.at > Self.patience
    }

    private func tellLiveness(_ exchange: HTTPExchange) {
        // Before the first report it has only just been started.
        guard shown == nil || !isStale else { return respond(exchange, 503, "no answer\n") }
        respond(exchange, 200, "ok\n")
    }

    private func tellReadiness(_ exchange: HTTPExchange) {
        guard let health = shown?.report.overview.health, !isStale else {
            return respond(exchange, 503, shown == nil ? "starting\n" : "no answer\n")
        }
        respond(exchange, health.isReady ? 200 : 503, health.text)
    }

    private func listen(_ exchange: HTTPExchange) {
        guard feeds.count < Self.mostFeeds else {
            return respond(exchange, 503, "too many pages listen\n")
        }
        guard exchange.request.method == "GET" else { return respond(exchange, 200, "") }
        let feed = EventFeed(exchange, headers: Self.headers)
        feeds[ObjectIdentifier(feed)] = feed
        if let report = shown?.report { feed.tell(report.eventText) }
        exchange.onClosed { [weak self] _ in
            self?.assumeIsolated { $0.feeds[ObjectIdentifier(feed)] = nil }
        }
    }

    private func run(_ command: AdminCommand, isChange: Bool, _ exchange: HTTPExchange) {
        // Whatever it is about runs elsewhere, and may take its time.
        Task {
            let answer = await commands(isChange ? command : command.asReading)
            respond(exchange, answer.status, answer.text + "\n")
        }
    }

    private func respond(_ exchange: HTTPExchange, _ status: Int, _ text: String) {
        respond(exchange, status, "text/plain; charset=utf-8", Array(text.utf8))
    }

    private func respond(
        _ exchange: HTTPExchange, _ status: Int, _ contentType: String, _ body: [UInt8]
    ) {
        var headers = Self.headers + [("Content-Type", contentType)]
        if status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        exchange.respond(status: status, headers: headers, body: body)
    }

    /// Nothing from elsewhere, nothing for elsewhere, and no page around it.
    private static let headers = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]
}

extension AdminCommand {
    /// What a caller without the token may have: it is told apart by its name.
    fileprivate var asReading: AdminCommand {
        AdminCommand(name: "show " + name, arguments: arguments)
    }
}

extension AdminRoute.Asset {
    var contentType: String {
        switch self {
        case .html: "text/html; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .html: PackageResources.dashboard_html
        case .style: PackageResources.dashboard_css
        case .script: PackageResources.dashboard_js
        }
    }
}
