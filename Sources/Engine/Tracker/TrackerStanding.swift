/// How a client stands with its tracker.
package enum TrackerStanding: Hashable, Sendable {
    /// Not called yet, or no answer yet.
    case calling
    case welcomed
    case unreachable
    /// It does not take the SDK key, or the clock is wrong.
    case rejected
}
