import EventLoop
import Foundation
import IOTestSupport
import Primitives

/// Asks as a player does, on one connection, with an engine or without.
struct Player: Sendable {
    /// More than any head of an answer, so that some of it is media.
    private static let someMedia = 2_048

    private let root: URL
    private let client: HTTPClient

    static func open(_ root: URL, on loop: UVEventLoop) async throws -> Player {
        guard let port = root.port.flatMap({ UInt16(exactly: $0) }) else {
            throw URLError(.badURL)
        }
        let address = SocketAddress(ip: .loopback, port: port)
        return Player(root: root, client: try await HTTPClient.connect(to: address, on: loop))
    }

    func close() { client.close() }

    func get(_ url: URL) async throws -> [UInt8] {
        try await ask(url)
        let answer = try await client.answer()
        guard answer.status == 200 else { throw URLError(.badServerResponse) }
        return answer.body
    }

    /// The segments of the first rendition.
    func segments() async throws -> [URL] {
        guard let variant = try await uris(in: root).first else { return [] }
        return try await uris(in: variant)
    }

    func play() async throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        for url in try await segments() { bodies.append(try await get(url)) }
        return bodies
    }

    /// Returns when the first media is there; the connection is of no use afterwards.
    func playFirst() async throws {
        guard let first = try await segments().first else { throw URLError(.zeroByteResource) }
        try await ask(first)
        try await client.received(atLeast: Self.someMedia)
    }

    private func ask(_ url: URL) async throws {
        let target = url.path(percentEncoded: true)
        try await client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\n\r\n")
    }

    private func uris(in playlist: URL) async throws -> [URL] {
        let text = String(decoding: try await get(playlist), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { URL(string: String($0), relativeTo: playlist)?.absoluteURL }
    }
}
