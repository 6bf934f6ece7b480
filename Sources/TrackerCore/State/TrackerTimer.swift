import Primitives

/// What the machine has to look at when its moment comes; by then it may be void.
enum TrackerTimer: Sendable {
    case silence(SessionID)
    /// Whether it has shown the grant that it needs.
    case patience(SessionID)
    /// Which of its grants are over.
    case grants(SessionID)
    case counts(SwarmID)
    case attestation(SwarmID, SegmentKey)
}
