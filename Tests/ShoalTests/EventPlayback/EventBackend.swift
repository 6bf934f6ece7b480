import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal

/// A backend that gives out tokens, and the storage that asks for them: over HTTP, on a loop of its own.
///
/// A file is at `/BUCKET/DEVICE/NAME`. Its `Authorization` must be there once, have been given out for that
/// bucket and device, and not have expired.
final class EventBackend: Sendable {
    struct Place: Hashable, Sendable {
        let bucket: String
        let device: String
    }

    struct Refusal: Hashable, Sendable {
        let status: String
        let target: String
    }

    private struct Grant {
        let place: Place
        let until: Moment
    }

    private struct State {
        var files: [String: [UInt8]]
        var places: [Place]
        var lifetime = Duration.seconds(3_600)
        var grants: [String: Grant] = [:]
        var fetches: [String: Int] = [:]
        var refusals: [Refusal] = []
        var served: [String: Int] = [:]
        var isBroken = false
        var givesExpired = false
    }

    /// In every token that was given out by any backend of the process.
    static let canary = "canary\(UInt64.random(in: 0 ... .max))"

    private let loop: UVEventLoop
    private let state: Locked<State>
    private let server = Locked<ScriptedOrigin?>(nil)

    private init(_ files: [String: [UInt8]], _ places: [Place]) throws {
        loop = try UVEventLoop(name: "event-backend")
        state = Locked(State(files: files, places: places))
    }

    /// Gives `body` a backend of one space with these places; it is ended whatever happens.
    static func run(
        files: [String: [UInt8]], places: [Place], _ body: (EventBackend) async throws -> Void
    ) async throws {
        let backend = try EventBackend(files, places)
        try await backend.loop.run {
            let server = try ScriptedOrigin(on: backend.loop) { [weak backend] in
                backend?.received($0)
            }
            backend.server.withLock { $0 = server }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(backend)) } catch { outcome = .failure(error) }
        try await backend.loop.run { backend.server.withLock { $0.take() }?.close() }
        await backend.loop.shutdown()
        try outcome.get()
    }

    func url(_ target: String) -> String { server.withLock { $0?.url(target) } ?? "" }

    // MARK: - What a test sees and does

    /// Tokens given out from now on are good for so long.
    func setLifetime(_ lifetime: Duration) { state.withLock { $0.lifetime = lifetime } }

    /// All tokens so far are refused from now on.
    func expireAll() { state.withLock { $0.grants = [:] } }

    /// Tokens given out from now on are refused, too.
    func giveExpired(_ isSo: Bool) { state.withLock { $0.givesExpired = isSo } }

    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    /// How often the viewer's tokens were fetched.
    func fetches(by viewer: String) -> Int { state.withLock { $0.fetches[viewer] ?? 0 } }

    var refusals: [Refusal] { state.withLock(\.refusals) }

    /// How often each file was given, by its path.
    var served: [String: Int] { state.withLock(\.served) }

    // MARK: - An application's side

    private struct Model: Codable {
        let authToken: String
        let bucketName: String
        let deviceId: String
    }

    struct Unavailable: Error {}

    /// A store of this viewer, which asks over HTTP.
    func store(of viewer: String, _ player: TestPlayer) -> EventTokenStore {
        EventTokenStore { [self] space in
            guard let url = URL(string: url("/tokens/\(space)/\(viewer)")) else {
                throw Unavailable()
            }
            let answer = try await player.get(url)
            guard answer.status == 200 else { throw Unavailable() }
            return try JSONDecoder().decode([Model].self, from: Data(answer.body)).map {
                EventToken(
                    authToken: $0.authToken, bucketName: $0.bucketName, deviceId: $0.deviceId)
            }
        }
    }

    // MARK: - On the loop

    private func received(_ exchange: ScriptedOrigin.Exchange) {
        let target = exchange.request.target
        let path = String(target.prefix { $0 != "?" })
        let parts = path.split(separator: "/").map(String.init)
        if parts.count == 3, parts[0] == "tokens" { return giveTokens(to: parts[2], exchange) }
        let token = Self.tokens(in: target.dropFirst(path.count + 1))
        let (status, file) = state.withLock { state in
            let status = Self.status(of: token, parts, state, at: loop.now)
            if let status { state.refusals.append(Refusal(status: status, target: target)) }
            if status == nil { state.served[path, default: 0] += 1 }
            return (status, state.files[path])
        }
        if let status { return exchange.answer(status, body: "refused: \(status)") }
        guard let file else { return exchange.answer("404 Not Found", body: "no such file") }
        let type = path.hasSuffix(".m3u8") ? "application/vnd.apple.mpegurl" : "video/mp2t"
        exchange.send(
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(file.count)\r\n\r\n")
        exchange.send(file)
    }

    /// Why the storage refuses; nil if it does not.
    private static func status(
        of tokens: [String], _ parts: [String], _ state: State, at now: Moment
    ) -> String? {
        guard tokens.count == 1, let grant = state.grants[tokens[0]], grant.until > now else {
            return "401 Unauthorized"
        }
        guard parts.count == 3, grant.place == Place(bucket: parts[0], device: parts[1]) else {
            return "403 Forbidden"
        }
        return nil
    }

    private static func tokens(in query: Substring) -> [String] {
        query.split(separator: "&").filter { $0.hasPrefix("Authorization=") }.map {
            String($0.dropFirst("Authorization=".count)).removingPercentEncoding ?? ""
        }
    }

    private func giveTokens(to viewer: String, _ exchange: ScriptedOrigin.Exchange) {
        let models = state.withLock { state -> [Model]? in
            state.fetches[viewer, default: 0] += 1
            guard !state.isBroken else { return nil }
            return state.places.map { place in
                let number = state.fetches[viewer] ?? 0
                // What a query has to escape is in real ones, too.
                let token = "\(Self.canary)/\(viewer)+\(number)=\(place.bucket) \(place.device)"
                if !state.givesExpired {
                    state.grants[token] = Grant(place: place, until: loop.now + state.lifetime)
                }
                return Model(
                    authToken: token, bucketName: place.bucket, deviceId: place.device)
            }
        }
        guard let models else { return exchange.answer("503 Service Unavailable") }
        do {
            exchange.answer(
                headers: ["Content-Type: application/json"],
                body: String(decoding: try JSONEncoder().encode(models), as: UTF8.self))
        } catch {
            exchange.answer("500 Internal Server Error")
        }
    }
}
