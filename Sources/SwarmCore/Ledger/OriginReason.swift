/// Why bytes came from the origin and not from a peer.
package enum OriginReason: Hashable, Sendable, CaseIterable {
    /// Nothing had been played yet, and no peer could be faster.
    case start
    /// The deadline was closer than the origin's own time.
    case urgent
    /// There is no peer to wait for.
    case noPeer
    /// Peers were asked and were too slow.
    case late
    /// This member was elected to fetch the segment for the swarm.
    case owner
    /// Those elected before this member did not deliver in time.
    case backup
    /// Bytes of peers were wrong, or nobody could vouch for them.
    case integrity
    /// The player jumped.
    case seek
    /// Peers are switched off.
    case policy
    /// The segment differs from viewer to viewer.
    case notShareable
    /// A random check of what peers had delivered.
    case audit

    /// Whether peers were to bring the bytes, and time ran out.
    var isHaste: Bool {
        switch self {
        case .urgent, .late: true
        case .start, .noPeer, .owner, .backup, .integrity, .seek, .policy, .notShareable, .audit:
            false
        }
    }
}
