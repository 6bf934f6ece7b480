import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal

/// Asks for what a URL on loopback gives, as a player would.
struct TestPlayer: Sendable {
    let loop: UVEventLoop

    static func run(_ body: (TestPlayer) async throws -> Void) async throws {
        let loop = try UVEventLoop(name: "player")
        do {
            try await body(TestPlayer(loop: loop))
        } catch {
            await loop.shutdown()
            throw error
        }
        await loop.shutdown()
    }

    struct NoPort: Error {}

    func connect(to url: URL) async throws -> HTTPClient {
        guard let port = url.port.flatMap({ UInt16(exactly: $0) }) else { throw NoPort() }
        return try await HTTPClient.connect(
            to: SocketAddress(ip: .loopback, port: port), on: loop)
    }

    static func request(
        _ url: URL, _ headers: [String] = [], method: String = "GET", host: String? = nil
    ) -> String {
        let host = host ?? "127.0.0.1:\(url.port ?? 0)"
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let target = url.path(percentEncoded: true) + query
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"]
        return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// The answer to one request on a connection of its own.
    func get(
        _ url: URL, _ headers: [String] = [], method: String = "GET", host: String? = nil
    ) async throws -> ReceivedAnswer {
        let client = try await connect(to: url)
        defer { client.close() }
        try await client.send(Self.request(url, headers, method: method, host: host))
        return try await client.answer(isHead: method == "HEAD")
    }

    /// What the lines of a playlist that are not tags point at.
    func uris(in playlist: URL) async throws -> [URL] {
        let text = String(decoding: try await get(playlist).body, as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { URL(string: String($0), relativeTo: playlist)?.absoluteURL }
    }

    /// The segments of the first rendition that a multivariant playlist names.
    func segments(of master: URL) async throws -> [URL] {
        guard let variant = try await uris(in: master).first else { return [] }
        return try await uris(in: variant)
    }

    /// The bytes of each segment, one after the other.
    func play(_ session: PlaybackSession) async throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        for url in try await segments(of: session.playbackUrl) {
            bodies.append(try await get(url).body)
        }
        return bodies
    }

    /// Waits until the session's numbers are as wanted.
    func until(
        _ session: PlaybackSession, _ condition: @Sendable (P2PStats) -> Bool
    ) async throws {
        while await !condition(session.statistics()) {
            try Task.checkCancellation()
            try await loop.pass(.milliseconds(5))
        }
    }
}
