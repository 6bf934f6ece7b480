import Foundation

/// What this process has used of the machine so far.
struct ProcessUsage {
    let cpuSeconds: Double
    /// Bytes of memory at the most.
    let peakMemory: Int

    static var now: ProcessUsage {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        let seconds = [usage.ru_utime, usage.ru_stime]
            .map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
            .reduce(0, +)
        return ProcessUsage(cpuSeconds: seconds, peakMemory: usage.ru_maxrss * 1024)
    }
}
