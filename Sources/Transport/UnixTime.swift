import Glibc

/// The wall clock, which only the time stamps of handshakes need.
enum UnixTime {
    static var milliseconds: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(clamping: time.tv_sec) * 1000 + UInt64(clamping: time.tv_nsec / 1_000_000)
    }
}
