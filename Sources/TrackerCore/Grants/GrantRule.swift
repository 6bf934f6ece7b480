import Primitives
import TrackerWire

/// Says whether a grant is for whom, what and when it is shown, but for its signature.
struct GrantRule {
    let policy: GrantPolicy
    let revoked: Revocations
    /// The operator's own keys.
    let operatorKeys: [Bytes32]

    func refusal(
        of grant: Grant, shownBy client: ClientIdentity, for swarm: SwarmID, at now: UInt64
    ) -> GrantRefusal? {
        let skew = UInt64(max(0, policy.clockSkew.components.seconds))
        let firstUse = UInt64(max(0, policy.firstUse.components.seconds))
        let useBy = min(UInt64(grant.useBy), UInt64(grant.issued) + firstUse)
        if grant.client != client.peer { return .otherClient }
        if grant.appID != client.app { return .otherApp }
        if grant.bundleID != client.bundle { return .otherBundle }
        if !grant.covers(swarm) { return .otherSwarm }
        if isRevoked(id: grant.id, client: client) { return .revoked }
        if !isTrusted(grant.issuer) { return .unknownIssuer }
        if UInt64(grant.issued) > now + skew { return .notYetIssued }
        if useBy + skew < now || UInt64(grant.expires) < now { return .tooLate }
        return nil
    }

    func isTrusted(_ issuer: Bytes32) -> Bool {
        operatorKeys.contains(issuer) || policy.issuers.contains(issuer)
    }

    func isRevoked(id: GrantID, client: ClientIdentity) -> Bool {
        revoked.grants.contains(id) || revoked.clients.contains(client.peer)
    }

    /// Until when a grant could be shown again.
    func reuseEnd(of grant: Grant) -> UInt64 {
        UInt64(grant.useBy) + UInt64(max(0, policy.clockSkew.components.seconds))
    }
}
