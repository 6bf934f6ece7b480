import Primitives
import Testing
import TrackerCore
import TrackerWire

struct OperatorOrdersTests {
    private let peer = PeerID(Bytes32(words: (7, 7, 7, 7)))

    @Test func `orders hold beside whatever policy comes`() {
        var orders = OperatorOrders()
        orders.ban(peer)
        let isRevoked = orders.revoke(app: "tv")
        #expect(isRevoked)
        var policy = TrackerPolicy()
        policy.revoked.apps = ["radio"]
        policy.client.maxPeers = 3
        let applied = orders.applied(to: policy)
        #expect(applied.revoked.apps == ["radio", "tv"])
        #expect(applied.revoked.clients == [peer])
        #expect(applied.client.maxPeers == 3)
    }

    @Test func `orders are the same after they were written and read`() throws {
        var orders = OperatorOrders()
        #expect(try OperatorOrders(file: orders.fileText) == orders)
        orders.ban(peer)
        let isRevoked = orders.revoke(app: "tv,one:'2'")
        #expect(isRevoked)
        orders.revoke(grant: try #require(GrantID(hex: String(repeating: "5c", count: 16))))
        #expect(try OperatorOrders(file: orders.fileText) == orders)
        let lines = orders.fileText.split(separator: "\n")
        #expect(lines.count == 7 && lines[1].contains("revoked"))
    }

    @Test(arguments: ["", "a\"b", "a b", "a\\b", "ä", "a\nb"])
    func `what no app can be called is revoked by no order`(_ name: String) {
        var orders = OperatorOrders()
        let isRevoked = orders.revoke(app: name)
        #expect(!isRevoked && orders == OperatorOrders())
    }

    @Test(arguments: ["", "{", "[]", "{ revoked: { apps: 3 } }", "{ client: { maxPeers: 3 } }"])
    func `a file of anything else is no orders`(_ text: String) {
        #expect(throws: PolicyFileError.self) { try OperatorOrders(file: text) }
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
