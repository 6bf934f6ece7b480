import Crypto
import EventLoop
import Primitives
import Synchronization
import TrackerCore
import TrackerServer
import TrackerWire

/// A tracker on a real socket, its clients' loop, and a wall clock that stands still.
struct TrackerScene: Sendable {
    static let app = "tv.example"
    static let unixSeconds: UInt64 = 1_800_000_000

    let keys = OperatorKeys(master: SecretBytes32())
    let server: TrackerServer
    let address: SocketAddress
    private let serverLoop: UVEventLoop
    private let clientLoop: UVEventLoop

    /// Runs `body` with a tracker, and ends all that there is of it afterwards.
    static func run(
        _ policy: TrackerPolicy = .localSwarm, apps: Admission.Apps = .only([app]),
        _ body: (TrackerScene) async throws -> Void
    ) async throws {
        let scene = try await TrackerScene(policy, apps)
        do {
            try await body(scene)
        } catch {
            await scene.end()
            throw error
        }
        await scene.end()
    }

    private init(_ policy: TrackerPolicy, _ apps: Admission.Apps) async throws {
        serverLoop = try UVEventLoop(name: "tracker")
        clientLoop = try UVEventLoop(name: "clients")
        let configuration = TrackerServer.Configuration(
            keys: keys, apps: apps, policy: policy, randomSeed: 1)
        server = TrackerServer(
            configuration, on: serverLoop, unixSeconds: { Self.unixSeconds }, onEvent: { _ in })
        address = try await server.start(at: SocketAddress(ip: .loopback, port: 0))
    }

    private func end() async {
        await server.shutDown()
        await serverLoop.shutdown()
        await clientLoop.shutdown()
    }

    func credentials(
        signedBy signer: OperatorKeys? = nil, app: String = app, skew: Int64 = 0
    ) throws -> [UInt8] {
        let key = try (signer ?? keys).sdkKey(
            trackerHost: "127.0.0.1", trackerPort: address.port, appID: app)
        let time = UInt64(Int64(Self.unixSeconds) + skew)
        return try Credentials(pass: key.pass, bundleID: "test", unixTime: time).encode()
    }

    /// A client that is dialling, with good credentials unless others are given.
    func client(
        _ payload: [UInt8]? = nil, local: StaticKeyPair = .generate()
    ) async throws -> TestClient {
        let client = TestClient(on: clientLoop, local: local)
        await client.dial(
            address, trackerKey: keys.channel.publicKey, payload: try payload ?? credentials())
        return client
    }
}
