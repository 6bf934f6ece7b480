import Crypto
import EventLoop
package import Primitives
package import TrackerCore
package import TrackerServer
package import TrackerWire
import Glibc

/// A real tracker on a loop of its own, with the keys of its operator at hand.
package struct TestTracker: Sendable {
    package static let app = "tv.example"

    package let keys: OperatorKeys
    package let server: TrackerServer
    package let address: SocketAddress
    private let loop: UVEventLoop

    package static func start(
        _ policy: TrackerPolicy = .localSwarm, keys: OperatorKeys? = nil, port: UInt16 = 0
    ) async throws -> TestTracker {
        let keys = keys ?? OperatorKeys(master: SecretBytes32())
        let loop = try UVEventLoop(name: "tracker")
        let server = TrackerServer(
            TrackerServer.Configuration(
                keys: keys, apps: .everySigned, policy: policy, randomSeed: 1),
            on: loop, unixSeconds: { UInt64(time(nil)) }, onEvent: { _ in })
        do {
            let address = try await server.start(at: SocketAddress(ip: .loopback, port: port))
            return TestTracker(keys: keys, server: server, address: address, loop: loop)
        } catch {
            await loop.shutdown()
            throw error
        }
    }

    /// Gives `body` a tracker that is ended whatever happens.
    package static func run(
        _ policy: TrackerPolicy = .localSwarm, _ body: (TestTracker) async throws -> Void
    ) async throws {
        let tracker = try await start(policy)
        do {
            try await body(tracker)
            await tracker.stop()
        } catch {
            await tracker.stop()
            throw error
        }
    }

    package var access: TrackerAccess { TrackerAccess(keys: keys, address: address, app: Self.app) }

    package func sdkKey(app: String = app) throws -> SDKKey {
        try TrackerAccess(keys: keys, address: address, app: app).sdkKey()
    }

    /// Ends every channel and the loop, as a crash of the tracker's machine would.
    package func stop() async {
        await server.shutDown()
        await loop.shutdown()
    }
}
