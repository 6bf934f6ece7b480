package import Primitives
package import TrackerWire

/// Whom the operator has shut out while the tracker runs, beside those of the policy file.
///
/// They hold whatever policy comes, until they are lifted.
package struct OperatorOrders: Hashable, Sendable {
    package private(set) var revoked = Revocations()

    package init() {}

    /// Reads what `fileText` has written: a policy file that revokes, and does nothing else.
    package init(file text: String) throws(PolicyFileError) {
        var policy = try TrackerPolicy(file: text)
        revoked = policy.revoked
        policy.revoked = Revocations()
        guard policy == TrackerPolicy() else {
            throw PolicyFileError(
                place: TextPlace(line: 1, column: 1),
                problem: "the operator's orders can be of the group revoked alone")
        }
    }

    package var fileText: String {
        var policy = TrackerPolicy()
        policy.revoked = revoked
        return policy.fileText(of: "revoked")
    }

    /// The policy with all that holds beside it.
    package func applied(to policy: TrackerPolicy) -> TrackerPolicy {
        var policy = policy
        policy.revoked.apps.formUnion(revoked.apps)
        policy.revoked.grants.formUnion(revoked.grants)
        policy.revoked.clients.formUnion(revoked.clients)
        return policy
    }

    package mutating func ban(_ client: PeerID) { revoked.clients.insert(client) }

    /// Whoever shows a key of the app is let in no more; false for what no app can be called.
    package mutating func revoke(app: String) -> Bool {
        guard PolicySetting.Kind.isPlain(app) else { return false }
        revoked.apps.insert(app)
        return true
    }

    package mutating func revoke(grant: GrantID) { revoked.grants.insert(grant) }

    /// Whether the client was banned by such an order.
    package mutating func lift(_ client: PeerID) -> Bool { revoked.clients.remove(client) != nil }

    package mutating func lift(app: String) -> Bool { revoked.apps.remove(app) != nil }

    package mutating func lift(grant: GrantID) -> Bool { revoked.grants.remove(grant) != nil }
}
