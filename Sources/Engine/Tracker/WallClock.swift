import Glibc

/// The time of day: for the validity of what others have signed, never to measure durations.
enum WallClock {
    /// Seconds since 1970.
    static var unixSeconds: UInt64 { UInt64(max(0, time(nil))) }
}
