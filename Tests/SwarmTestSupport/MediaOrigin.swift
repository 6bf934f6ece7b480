import EventLoop
package import IOTestSupport
import Primitives

/// A CDN in memory on a loop of its own: files, and how it treats each request for one.
package final class MediaOrigin: Sendable {
    package enum Treatment: Sendable {
        case plain
        /// Answers 200 with the whole, whatever range is asked for.
        case ignoresRanges
        case status(String, body: String)
        /// Promises all and ends after so many bytes, the next time.
        case cutOnce(after: Int)
        /// Says nothing until it is treated otherwise.
        case held
        case redirect(to: String)
    }

    private struct State {
        var files: [String: [UInt8]] = [:]
        var types: [String: String] = [:]
        var words: [String: [String]] = [:]
        var treatments: [String: Treatment] = [:]
        var waiting: [ScriptedOrigin.Exchange] = []
        var sent: [String: Int] = [:]
        var requests: [ScriptedOrigin.Request] = []
        var door: @Sendable (ScriptedOrigin.Request) -> Bool = { _ in true }
    }

    private let state: Locked<State>
    private let loop: UVEventLoop
    private let server: ScriptedOrigin
    private let delay: Duration

    private init(_ files: [String: [UInt8]], answeringAfter delay: Duration) async throws {
        let loop = try UVEventLoop(name: "origin")
        let state = Locked(State(files: files))
        let made = Locked(Made())
        server = try await loop.run {
            try ScriptedOrigin(on: loop) { exchange in
                made.withLock(\.origin)?.received(exchange)
            }
        }
        self.loop = loop
        self.state = state
        self.delay = delay
        made.withLock { $0.origin = self }
    }

    /// Lets the server find the origin without keeping it.
    private struct Made: Sendable {
        weak var origin: MediaOrigin?
    }

    /// Gives `body` an origin that is ended whatever happens, and that is as far away as `delay` says.
    package static func run(
        _ files: [String: [UInt8]], answeringAfter delay: Duration = .zero,
        _ body: (MediaOrigin) async throws -> Void
    ) async throws {
        let origin = try await MediaOrigin(files, answeringAfter: delay)
        do {
            try await body(origin)
            try await origin.stop()
        } catch {
            try await origin.stop()
            throw error
        }
    }

    /// Calls what is there something else than its name says.
    package func name(_ path: String, _ contentType: String) {
        state.withLock { $0.types[path] = contentType }
    }

    /// Says more of what is there.
    package func say(_ headers: [String], of path: String) {
        state.withLock { $0.words[path] = headers }
    }

    package func url(_ path: String, host: String = "127.0.0.1") -> String {
        server.url(path, host: host)
    }

    package var port: UInt16 { server.port }

    /// Every request so far, in order.
    package var requests: [ScriptedOrigin.Request] { state.withLock { $0.requests } }

    package func requests(for path: String) -> [ScriptedOrigin.Request] {
        requests.filter { Self.path(of: $0) == path }
    }

    /// Connections that the client has not ended.
    package func connections() async throws -> Int {
        try await loop.run { self.server.open.count }
    }

    /// Bytes of bodies that were sent for a path.
    package func sent(_ path: String) -> Int { state.withLock { $0.sent[path] ?? 0 } }

    package func put(_ path: String, _ bytes: [UInt8]) {
        state.withLock { $0.files[path] = bytes }
    }

    /// What a request gets that is not let in, under the status 401.
    package static let refusal = "show another token"

    /// Refuses every request from now on that `door` does not let in.
    package func guardDoor(_ door: @escaping @Sendable (ScriptedOrigin.Request) -> Bool) {
        state.withLock { $0.door = door }
    }

    /// Changes how requests for `path` are answered; those that were held are answered now.
    package func treat(_ path: String, as treatment: Treatment) {
        let waiting = state.withLock { state in
            state.treatments[path] = treatment
            defer { state.waiting = [] }
            return state.waiting
        }
        loop.execute { for exchange in waiting { self.answer(exchange) } }
    }

    private func stop() async throws {
        try await loop.run { self.server.close() }
        await loop.shutdown()
    }

    private static func path(of request: ScriptedOrigin.Request) -> String {
        String(request.target.prefix { $0 != "?" })
    }

    private func received(_ exchange: ScriptedOrigin.Exchange) {
        let door = state.withLock { state in
            state.requests.append(exchange.request)
            return state.door
        }
        guard door(exchange.request) else {
            return exchange.answer(
                "401 Unauthorized", headers: ["Content-Type: text/plain"], body: Self.refusal)
        }
        guard delay > .zero else { return answer(exchange) }
        let timers = Log<LoopTimer>()
        let timer = LoopTimer(on: loop) { [self] in
            for timer in timers.takeAll() { timer.close() }
            answer(exchange)
        }
        timers.append(timer)
        timer.arm(at: loop.now + delay)
    }

    private func answer(_ exchange: ScriptedOrigin.Exchange) {
        let path = Self.path(of: exchange.request)
        let (file, treatment) = state.withLock { state in
            let treatment = state.treatments[path] ?? .plain
            if case .cutOnce = treatment { state.treatments[path] = .plain }
            return (state.files[path], treatment)
        }
        switch treatment {
        case .held: state.withLock { $0.waiting.append(exchange) }
        case .status(let status, let body):
            exchange.answer(status, headers: ["Content-Type: text/plain"], body: body)
        case .redirect(let location): exchange.redirect(to: location)
        case .plain, .ignoresRanges, .cutOnce:
            guard let file else { return exchange.answer("404 Not Found", body: "no such file") }
            give(file, path, treatment, exchange)
        }
    }

    private func give(
        _ file: [UInt8], _ path: String, _ treatment: Treatment, _ exchange: ScriptedOrigin.Exchange
    ) {
        let type = state.withLock { $0.types[path] } ?? Self.contentType(of: path)
        var head = ["Content-Type: \(type)"] + state.withLock { $0.words[path] ?? [] }
        var status = "200 OK"
        var part = 0..<file.count
        var most = Int.max
        switch treatment {
        case .ignoresRanges: break
        case .cutOnce(let count): most = count
        case .plain, .held, .status, .redirect:
            head.append("Accept-Ranges: bytes")
            if let asked = Self.range(exchange.request, of: file.count) {
                guard !asked.isEmpty else {
                    let range = ["Content-Range: bytes */\(file.count)"]
                    return exchange.answer("416 Range Not Satisfiable", headers: range)
                }
                status = "206 Partial Content"
                part = asked
                head.append(
                    "Content-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.count)")
            }
        }
        head.append("Content-Length: \(part.count)")
        exchange.send("HTTP/1.1 \(status)\r\n" + head.map { $0 + "\r\n" }.joined() + "\r\n")
        guard !exchange.request.line.hasPrefix("HEAD") else { return }
        let body = Array(file[part].prefix(most))
        state.withLock { $0.sent[path, default: 0] += body.count }
        exchange.send(body)
        if body.count < part.count { exchange.close() }
    }

    private static func contentType(of path: String) -> String {
        path.hasSuffix(".m3u8") ? "application/vnd.apple.mpegurl" : "video/mp2t"
    }

    /// The bytes that a Range header asks for, or nil without one.
    private static func range(_ request: ScriptedOrigin.Request, of total: Int) -> Range<Int>? {
        guard let text = request.values("Range").first, text.hasPrefix("bytes=") else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?):
            return first < total ? first..<min(last + 1, total) : 0..<0
        case (let first?, nil): return first < total ? first..<total : 0..<0
        case (nil, let count?): return max(0, total - count)..<total
        case (nil, nil): return nil
        }
    }
}
