import Glibc
import Primitives

extension Moment {
    /// Now, by the clock that every process of the machine shares.
    static var monotonicNow: Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
