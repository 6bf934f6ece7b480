import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

/// A loop, a client, and what a test adds to them; in the end nothing of it may be left open.
struct OriginWorld: Sendable {
    let loop: UVEventLoop
    let client: OriginClient
    private let servers = Log<ScriptedOrigin>()

    /// Whatever the host resolves to on this machine is allowed, unless `policy` says otherwise.
    static func run(
        policy: OriginPolicy = OriginPolicy(
            plainHTTP: .allowed, privateHosts: ["127.0.0.1", "localhost"]),
        connectTimeout: Duration = .seconds(10),
        certificateAuthorities: String? = nil,
        _ body: (OriginWorld) async throws -> Void
    ) async throws {
        let configuration = OriginConfiguration(
            policy: policy, connectTimeout: connectTimeout,
            certificateAuthorities: certificateAuthorities)
        let loop = try UVEventLoop(name: "origin-test")
        do {
            let client = try await loop.run {
                OriginClient(on: loop, configuration: configuration)
            }
            let world = OriginWorld(loop: loop, client: client)
            try await body(world)
            try await world.close()
        } catch {
            await loop.shutdown()
            throw error
        }
        await loop.shutdown()
    }

    func serve(
        ip: IPAddress = .loopback, _ handler: @escaping ScriptedOrigin.Handler
    ) async throws -> ScriptedOrigin {
        let server = try await loop.run {
            try ScriptedOrigin(on: loop, ip: ip, handler: handler)
        }
        servers.append(server)
        return server
    }

    /// Fetches to the end, and a little longer to see that nothing follows it.
    func fetch(_ request: OriginRequest) async throws -> FetchRecord {
        let record = FetchLog()
        try await loop.run { _ = client.fetch(request) { record.take($0) } }
        try await loop.until { record.isOver }
        try await loop.run {}
        return record.record
    }

    func fetch(
        _ url: String, headers: [OriginHeader] = [], range: OriginRange? = nil
    ) async throws -> FetchRecord {
        try await fetch(OriginRequest(url: url, headers: headers, byteRange: range))
    }

    func requests(of server: ScriptedOrigin) async throws -> [ScriptedOrigin.Request] {
        try await loop.run { server.requests }
    }

    func accepted(by server: ScriptedOrigin) async throws -> Int {
        try await loop.run { server.accepted }
    }

    func inFlightCount() async throws -> Int {
        try await loop.run { client.inFlightCount }
    }

    private func close() async throws {
        try await loop.run {
            client.close()
            for server in servers.entries { server.close() }
        }
        // A handle that leaked would keep the test here until its time limit.
        while try await loop.run({ loop.openHandleCount }) > 0 {
            try Task.checkCancellation()
        }
        #expect(try await inFlightCount() == 0)
    }
}
