import Primitives

/// What a session hears of the disk; on the session's loop.
enum DiskNews: Sendable {
    /// Of what the session has asked for, or has given, these are on the disk.
    case stored([SegmentKey])
    /// These are not any more.
    case gone([SegmentKey])
}
