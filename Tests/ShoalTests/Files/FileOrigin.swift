import EventLoop
import IOTestSupport
import Primitives

/// A CDN of files that change, and that answers ranges in all the ways that origins do.
final class FileOrigin: Sendable {
    struct File: Sendable {
        var bytes: [UInt8]
        var tag: String? = "\"v1\""
        var date: String?
        var type = "video/mp4"
        /// Before the body of every answer.
        var headers: [String] = []
        var conduct = Conduct.plain
        /// What answers begin with.
        var protocolName = "HTTP/1.1"
    }

    enum Conduct: Sendable {
        case plain
        /// Answers 200 with the whole, whatever range is asked for.
        case ignoresRanges
        /// Answers at most so many bytes, whatever is asked for.
        case cutsRanges(to: Int)
        /// Sends so many bytes of each body, and then nothing.
        case stallsAfter(Int)
        case status(String)
        case redirects(to: String)
    }

    private let files: Locked<[String: File]>
    private let sent = Locked<[ClosedRange<Int>]>([])
    private let seen = Log<ScriptedOrigin.Request>()
    private let loop: UVEventLoop
    private let server: ScriptedOrigin

    private init(_ files: [String: File]) async throws {
        let loop = try UVEventLoop(name: "file-origin")
        let made = Locked(Made())
        server = try await loop.run {
            try ScriptedOrigin(on: loop) { exchange in
                made.withLock(\.origin)?.received(exchange)
            }
        }
        self.loop = loop
        self.files = Locked(files)
        made.withLock { $0.origin = self }
    }

    /// Lets the server find the origin without keeping it.
    private struct Made: Sendable {
        weak var origin: FileOrigin?
    }

    static func run(
        _ files: [String: File], _ body: (FileOrigin) async throws -> Void
    ) async throws {
        let origin = try await FileOrigin(files)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(origin)) } catch { outcome = .failure(error) }
        try await origin.loop.run { origin.server.close() }
        await origin.loop.shutdown()
        try outcome.get()
    }

    /// Bytes that no part of which comes again at a distance of a piece.
    static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        let block = (0..<4_099).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + block.count)
        while bytes.count < count { bytes += block }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    var requests: [ScriptedOrigin.Request] { seen.entries }
    /// The bytes of bodies that were sent, of all files.
    var sentCount: Int { sent.withLock { $0.reduce(0) { $0 + $1.count } } }

    func url(_ path: String) -> String { server.url(path) }

    func requests(for path: String) -> [ScriptedOrigin.Request] {
        requests.filter { $0.target.prefix { $0 != "?" } == path }
    }

    func change(_ path: String, _ change: @Sendable (inout File) -> Void) {
        files.withLock { files in
            guard var file = files[path] else { return }
            change(&file)
            files[path] = file
        }
    }

    /// Connections that the client has not ended.
    func openCount() async throws -> Int { try await loop.run { self.server.open.count } }

    private func received(_ exchange: ScriptedOrigin.Exchange) {
        seen.append(exchange.request)
        let path = String(exchange.request.target.prefix { $0 != "?" })
        guard let file = files.withLock({ $0[path] }) else {
            return exchange.answer("404 Not Found", body: "no such file")
        }
        switch file.conduct {
        case .status(let status): exchange.answer(status, body: "not now")
        case .redirects(let target): exchange.redirect(to: target)
        case .ignoresRanges: give(file, nil, exchange)
        case .plain: give(file, range(exchange.request, of: file), exchange)
        case .stallsAfter(let most):
            give(file, range(exchange.request, of: file), exchange, most: most)
        case .cutsRanges(let most):
            let range = range(exchange.request, of: file)
            give(file, range.map { $0.prefix(most) }, exchange)
        }
    }

    private func give(
        _ file: File, _ range: Range<Int>?, _ exchange: ScriptedOrigin.Exchange, most: Int = .max
    ) {
        var head = ["Content-Type: \(file.type)"] + file.headers
        head += file.tag.map { ["ETag: \($0)"] } ?? []
        head += file.date.map { ["Last-Modified: \($0)"] } ?? []
        if let range, range.isEmpty {
            head.append("Content-Range: bytes */\(file.bytes.count)")
            return exchange.answer("416 Range Not Satisfiable", headers: head)
        }
        let part = range ?? 0..<file.bytes.count
        if range != nil {
            let ends = "\(part.lowerBound)-\(part.upperBound - 1)"
            head.append("Content-Range: bytes \(ends)/\(file.bytes.count)")
        }
        let status = range == nil ? "200 OK" : "206 Partial Content"
        head.append("Content-Length: \(part.count)")
        exchange.send(
            "\(file.protocolName) \(status)\r\n" + head.map { $0 + "\r\n" }.joined() + "\r\n")
        guard !exchange.request.line.hasPrefix("HEAD") else { return }
        let body = part.prefix(most)
        sent.withLock { $0.append(body.lowerBound...body.upperBound - 1) }
        exchange.send(Array(file.bytes[body]))
    }

    /// The range to answer with, or nil for the whole, which also another version is answered with.
    private func range(_ request: ScriptedOrigin.Request, of file: File) -> Range<Int>? {
        guard let text = request.values("Range").first, text.hasPrefix("bytes=") else { return nil }
        if let tag = request.values("If-Range").first, tag != file.tag { return nil }
        let total = file.bytes.count
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?):
            return first < total ? first..<min(last + 1, total) : 0..<0
        case (let first?, nil): return first < total ? first..<total : 0..<0
        case (nil, let count?): return max(0, total - count)..<total
        case (nil, nil): return nil
        }
    }
}
