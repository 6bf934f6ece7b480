import Crypto
import Engine
import EventLoop
import Primitives
import TrackerWire

extension ClientLoop {
    /// A name among peers, and the tracker channel on which it is known.
    struct Membership {
        let identity: StaticKeyPair
        let tracker: TrackerClient
    }

    /// Swarms that a tracker takes of one channel, unless its policy says otherwise.
    private static let mostSwarms = 16

    /// The first membership that has room, or a new one, which is another peer to the tracker.
    ///
    /// There is one for each session in the same swarm.
    func membership(for swarm: SwarmID) -> Membership {
        for membership in [shared] + open.values.map(\.membership) {
            let swarms = open.values.filter { $0.membership.tracker === membership.tracker }
                .map(\.swarm)
            if swarms.count < Self.mostSwarms, !swarms.contains(swarm) { return membership }
        }
        let membership = Self.membership(key, bundleID, configuration, on: loop)
        membership.tracker.assumeIsolated { $0.start() }
        return membership
    }

    /// Ends a membership that nobody has a use for; the shared one is kept for those to come.
    func leave(_ membership: Membership) {
        guard membership.tracker !== shared.tracker,
            !open.values.contains(where: { $0.membership.tracker === membership.tracker })
        else { return }
        membership.tracker.assumeIsolated { $0.close() }
    }

    static func membership(
        _ key: SDKKey, _ bundleID: String, _ configuration: P2PConfiguration,
        on loop: UVEventLoop
    ) -> Membership {
        let identity = StaticKeyPair.generate()
        return Membership(
            identity: identity,
            tracker: TrackerClient(
                pass: key.pass, bundleID: bundleID, identity: identity,
                grants: configuration.grantSource, on: loop))
    }
}
