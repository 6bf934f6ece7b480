import Crypto
import Glibc
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import TrackerCore
import TrackerServer
import TrackerWire

/// What the clients of a tracker that asks for grants, and their backends, do.
struct GrantScene {
    let scene: Scene
    let issuer = SigningKey.generate()

    /// A tracker that asks for grants, and trusts no issuer but its operator.
    static var policy: TrackerPolicy {
        var policy = TrackerPolicy.localSwarm
        policy.client.grantsRequired = true
        policy.client.announceInterval = .seconds(1)
        return policy
    }

    /// A backend that grants everything to everybody who asks.
    static func backend(
        _ key: SigningKey, onGrant: @escaping @Sendable (String) -> Void = { _ in }
    ) -> P2PConfiguration.GrantProvider {
        { request in
            let client = PeerID(Bytes32(hex: request.clientKey) ?? .zero)
            let order = GrantOrder(
                app: TestTracker.app, bundle: request.bundleId, client: client)
            let text = try key.grant(order, unixSeconds: UInt64(time(nil))).text
            onGrant(text)
            return text
        }
    }

    func session(_ provider: P2PConfiguration.GrantProvider?) async throws -> PlaybackSession {
        let client = try await scene.client(
            P2PConfiguration(peerInterface: .loopback, grantProvider: provider))
        return try await client.createPlaybackSession(url: scene.url())
    }

    /// A session with grants of the operator's.
    func session() async throws -> PlaybackSession {
        try await session(Self.backend(scene.tracker.keys.signing))
    }
}

extension TestPlayer {
    /// Waits until the session says that this is why it exchanges nothing; nil: that it may.
    func until(_ session: PlaybackSession, says reason: P2PUnavailableReason?) async throws {
        while await session.unavailableReason() != reason {
            try Task.checkCancellation()
            try await loop.pass(.milliseconds(5))
        }
    }
}
