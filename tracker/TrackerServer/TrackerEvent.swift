package import Primitives
package import TrackerCore

/// What a tracker's operator may want to read; no full address is in it.
package enum TrackerEvent: Hashable, Sendable {
    case sessionOpened(SessionID, from: NetworkPrefix)
    /// The tracker ended it; a client that goes by itself is `sessionClosed`.
    case sessionEnded(SessionID, because: SessionEnd)
    case sessionClosed(SessionID)
    case credentialsRefused(Admission.Refusal, from: NetworkPrefix)
}
