import Primitives
import TrackerCore
import TrackerWire

extension TrackerWorld {
    /// A world in which `count` members have been here for longer than their reports need.
    static func inhabited(
        _ policy: TrackerPolicy = TrackerPolicy(), members count: Int, sharingPrefix: Bool = false
    ) -> (TrackerWorld, [TrackerWorld.Client]) {
        var world = TrackerWorld(policy)
        let clients = (0..<count).map { number in
            world.open(number, from: sharingPrefix ? .v4(0x0a00_0000 + UInt32(number)) : nil)
        }
        for client in clients { world.announce(client) }
        world.advance(.seconds(31))
        return (world, clients)
    }

    /// How often a client was told that a segment is not to be shared.
    func revocations(to client: Client) -> Int {
        (told[client.session] ?? []).count { message in
            if case .revocation = message { true } else { false }
        }
    }
}
