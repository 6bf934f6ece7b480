import Crypto
import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import Testing
import TrackerWire

/// An origin, a client without a tracker, one session of it, and a player.
struct ProxyWorld: Sendable {
    struct Answer: Sendable {
        let received: ReceivedAnswer
        let url: URL

        var status: Int { received.status }
        var body: [UInt8] { received.body }
        var text: String { String(decoding: body, as: UTF8.self) }
        /// The lines that are no tags.
        var uris: [String] {
            text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.hasPrefix("#") }
        }
    }

    let origin: AnsweringOrigin
    let session: PlaybackSession
    private let client: P2PClient
    private let url: URL
    /// Adds, decodes and keeps nothing.
    let plain: TestPlayer

    /// `root` is the target that the application opens, and `pages` may play.
    static func run(
        root: String, pages: Set<String> = [], _ handler: @escaping AnsweringOrigin.Handler,
        _ body: (ProxyWorld) async throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "media-origin")
        let origin = try await loop.run { try AnsweringOrigin(on: loop, handler) }
        let client = try P2PClient(
            sdkKey: sdkKey(), bundleId: "test",
            configuration: P2PConfiguration(peerInterface: .loopback, allowedOrigins: pages))
        let url = try #require(URL(string: "http://127.0.0.1:\(origin.port)\(root)"))
        let session = try await client.createPlaybackSession(
            url: url, options: P2PPlaybackOptions(isP2PEnabled: false))
        let world = ProxyWorld(
            origin: origin, session: session, client: client, url: url,
            plain: TestPlayer(loop: loop))
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(world)) } catch { outcome = .failure(error) }
        await client.close()
        try await loop.run { origin.close() }
        await loop.shutdown()
        try outcome.get()
    }

    /// Of a tracker that nothing listens for.
    static func sdkKey() throws -> String {
        let signing = SigningKey.generate()
        let pass = try AppPass(
            trackerHost: "127.0.0.1", trackerPort: 1,
            trackerKey: StaticKeyPair.generate().publicKey,
            operatorKey: signing.publicKey.value, appID: "test", sign: signing.sign)
        return SDKKey(pass: pass, contentKey: Redacted(randomBytes32())).text
    }

    /// Asks for what the application opened.
    func open() async throws -> Answer { try await get(session.playbackUrl) }

    func get(
        _ url: URL, method: String = "GET", range: String? = nil,
        headers said: [String: String] = [:]
    ) async throws -> Answer {
        var lines = said.map { "\($0): \($1)" }
        if let range { lines.append("Range: bytes=\(range)") }
        let host = url.port.map { "\(url.host() ?? ""):\($0)" }
        let answer = try await plain.get(url.absoluteURL, lines, method: method, host: host)
        // A player that is told another address goes there, once.
        guard (300..<400).contains(answer.status), let location = answer.header("Location"),
            let next = URL(string: location, relativeTo: url)?.absoluteURL
        else { return Answer(received: answer, url: url) }
        return Answer(
            received: try await plain.get(next, lines, method: method, host: host), url: next)
    }

    /// Another session of the same client for the same URL.
    func withAnotherSession(_ body: (PlaybackSession) async throws -> Void) async throws {
        let session = try await client.createPlaybackSession(
            url: url, options: P2PPlaybackOptions(isP2PEnabled: false))
        try await body(session)
        await session.close()
    }

    /// What the lines of the playlist that the application opened point at.
    func uris() async throws -> [URL] { try await plain.uris(in: session.playbackUrl) }

    /// What the URI attribute of the first tag of that name points at.
    func uri(of tag: String) async throws -> URL {
        let playlist = try await open()
        let line = try #require(
            playlist.text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("#\(tag):") })
        let parts = try #require(line.firstRange(of: "URI=\""))
        let text = line[parts.upperBound...].prefix { $0 != "\"" }
        return try #require(URL(string: String(text), relativeTo: playlist.url)?.absoluteURL)
    }

    /// Asks for what an answer's line names.
    func get(
        _ uri: String, of playlist: Answer, method: String = "GET", range: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        let url = try #require(URL(string: uri, relativeTo: playlist.url))
        return try await get(url, method: method, range: range, headers: headers)
    }
}
