import Primitives

/// What the machine has to look at when its moment comes; by then it may be void.
enum TrackerTimer: Sendable {
    case silence(SessionID)
    case counts(SwarmID)
    case attestation(SwarmID, SegmentKey)
}
