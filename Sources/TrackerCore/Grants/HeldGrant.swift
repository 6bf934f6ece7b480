import Primitives
import TrackerWire

/// What a grant that was used has opened for a session.
struct HeldGrant: Sendable {
    let id: GrantID
    let issuer: Bytes32
    let isEdge: Bool
    /// Empty for every content of the app.
    let swarms: [SwarmID]
    /// The last second of its life, counted from 1970.
    let expires: UInt64

    init(_ grant: Grant, policy: GrantPolicy) {
        id = grant.id
        issuer = grant.issuer
        isEdge = grant.role == .edge
        swarms = grant.swarms
        let longest = UInt64(max(0, policy.longestLife.components.seconds))
        expires = min(UInt64(grant.expires), UInt64(grant.issued) + longest)
    }

    func covers(_ swarm: SwarmID) -> Bool { swarms.isEmpty || swarms.contains(swarm) }
}
