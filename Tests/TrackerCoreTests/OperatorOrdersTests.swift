import Primitives
import Testing
import TrackerCore
import TrackerWire

struct OperatorOrdersTests {
    private let peer = PeerID(Bytes32(words: (7, 7, 7, 7)))

    @Test func `orders hold beside whatever policy comes`() {
        var orders = OperatorOrders()
        orders.ban(peer)
        orders.revoke(app: "tv")
        var policy = TrackerPolicy()
        policy.revoked.apps = ["radio"]
        policy.client.maxPeers = 3
        let applied = orders.applied(to: policy)
        #expect(applied.revoked.apps == ["radio", "tv"])
        #expect(applied.revoked.clients == [peer])
        #expect(applied.client.maxPeers == 3)
    }

    @Test func `an order is lifted, and what the policy says is not`() {
        var orders = OperatorOrders()
        orders.ban(peer)
        let first = orders.lift(peer)
        let second = orders.lift(peer)
        let unknown = orders.lift(app: "radio")
        #expect(first && !second && !unknown)
        #expect(orders.applied(to: TrackerPolicy()) == TrackerPolicy())
    }
}
