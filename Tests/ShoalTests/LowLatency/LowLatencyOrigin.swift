import EventLoop
import IOTestSupport
import Primitives

/// An origin that publishes a part of a channel at every tick, and keeps requests for what is to come.
final class LowLatencyOrigin: Sendable {
    private struct State {
        var published = LowLatencyChannel.published
        var publishedAt: [Int: Moment] = [:]
        var kept: [(until: Int, exchange: ScriptedOrigin.Exchange)] = []
        var requests: [String] = []
        var sent = 0
        var mostKept: [String: Int] = [:]
    }

    let channel: LowLatencyChannel
    let loop: UVEventLoop
    private let state = Locked(State())
    private let server: Locked<(server: ScriptedOrigin, ticks: LoopTimer)?> = Locked(nil)

    private init(_ channel: LowLatencyChannel, on loop: UVEventLoop) {
        self.channel = channel
        self.loop = loop
    }

    /// Gives `body` an origin that is ended whatever happens.
    static func run(
        _ channel: LowLatencyChannel, _ body: (LowLatencyOrigin) async throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "low-latency-origin")
        let origin = LowLatencyOrigin(channel, on: loop)
        try await loop.run { try origin.start() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(origin)) } catch { outcome = .failure(error) }
        try await loop.run { origin.stop() }
        await loop.shutdown()
        try outcome.get()
    }

    func url(_ path: String) -> String { server.withLock { $0?.server.url(path) } ?? "" }

    /// Targets of all requests so far.
    var requests: [String] { state.withLock { $0.requests } }

    /// Bytes of parts and segments that were sent.
    var sent: Int { state.withLock { $0.sent } }

    /// The most requests for one target that were kept at a time.
    var mostKept: [String: Int] { state.withLock { $0.mostKept } }

    /// When a part came into being; nil for one that was there before.
    func publishedAt(_ part: Int) -> Moment? { state.withLock { $0.publishedAt[part] } }

    // MARK: - On the loop

    private func start() throws {
        let listening = try ScriptedOrigin(on: loop) { [weak self] in self?.received($0) }
        let ticks = LoopTimer(on: loop) { [weak self] in self?.tick() }
        ticks.arm(at: loop.now + channel.part)
        server.withLock { $0 = (listening, ticks) }
    }

    private func stop() {
        server.withLock { server in
            server?.ticks.close()
            server?.server.close()
            server = nil
        }
    }

    private func tick() {
        let ready = state.withLock { state in
            state.publishedAt[state.published] = loop.now
            state.published += 1
            let ready = state.kept.filter { $0.until <= state.published }
            state.kept.removeAll { $0.until <= state.published }
            return ready
        }
        server.withLock { $0?.ticks.arm(at: loop.now + channel.part) }
        for (_, exchange) in ready { answer(exchange) }
    }

    private func received(_ exchange: ScriptedOrigin.Exchange) {
        let target = exchange.request.target
        let until = needed(for: exchange.request)
        let isReady = state.withLock { state in
            state.requests.append(target)
            guard until > state.published else { return true }
            state.kept.append((until, exchange))
            let count = state.kept.count { $0.exchange.request.target == target }
            state.mostKept[target] = max(count, state.mostKept[target] ?? 0)
            return false
        }
        if isReady { answer(exchange) }
    }

    /// The number of parts that must be there for an answer.
    private func needed(for request: ScriptedOrigin.Request) -> Int {
        if path(of: request) == LowLatencyChannel.playlist {
            guard let segment = parameter("_HLS_msn", of: request) else { return 0 }
            return channel.count(
                awaiting: segment, part: parameter("_HLS_part", of: request))
        }
        guard let parts = channel.parts(in: name(of: request)) else { return 0 }
        guard let range = range(of: request) else { return parts.upperBound }
        var end = 0
        for part in parts {
            end += channel.length(ofPart: part)
            if range.upperBound <= end { return part + 1 }
        }
        return parts.upperBound
    }

    private func answer(_ exchange: ScriptedOrigin.Exchange) {
        let request = exchange.request
        switch path(of: request) {
        case LowLatencyChannel.master:
            exchange.answer(headers: Self.playlistType, body: LowLatencyChannel.masterText)
        case LowLatencyChannel.playlist:
            let skips = request.target.contains("_HLS_skip=YES")
            let published = state.withLock { $0.published }
            exchange.answer(
                headers: Self.playlistType,
                body: channel.text(published: published, skipping: skips))
        case _:
            guard let parts = channel.parts(in: name(of: request)) else {
                return exchange.answer("404 Not Found")
            }
            give(parts.flatMap(channel.bytes(ofPart:)), range(of: request), to: exchange)
        }
    }

    private func give(
        _ file: [UInt8], _ range: Range<Int>?, to exchange: ScriptedOrigin.Exchange
    ) {
        let body = range.map { Array(file[$0.clamped(to: 0..<file.count)]) } ?? file
        var head = ["HTTP/1.1 200 OK", "Content-Length: \(body.count)"]
        if let range {
            head[0] = "HTTP/1.1 206 Partial Content"
            // The file is still growing.
            head.append("Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/*")
        }
        state.withLock { $0.sent += body.count }
        exchange.send(head.joined(separator: "\r\n") + "\r\n\r\n")
        exchange.send(body)
    }

    private static let playlistType = ["Content-Type: application/vnd.apple.mpegurl"]

    private func path(of request: ScriptedOrigin.Request) -> String {
        String(request.target.prefix { $0 != "?" })
    }

    private func name(of request: ScriptedOrigin.Request) -> Substring {
        path(of: request).split(separator: "/").last ?? ""
    }

    private func parameter(_ name: String, of request: ScriptedOrigin.Request) -> Int? {
        request.target.split { $0 == "?" || $0 == "&" }.compactMap { text in
            text.hasPrefix("\(name)=") ? Int(text.dropFirst(name.count + 1)) : nil
        }.first
    }

    private func range(of request: ScriptedOrigin.Request) -> Range<Int>? {
        let ends = request.values("Range").first?.dropFirst("bytes=".count).split(separator: "-")
        guard let ends, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1])
        else { return nil }
        return first..<last + 1
    }
}
