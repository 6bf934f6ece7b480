import CHeapUse
import Foundation

/// What this process holds of the system's at a moment at which it plays nothing.
struct ProcessUse: Sendable {
    let at: ContinuousClock.Instant
    /// Bytes that are allocated.
    let heap: Int
    /// Resident bytes, after what is free was given back.
    let resident: Int
    let descriptors: Int
    let threads: Int

    static func now() throws -> ProcessUse {
        give_free_memory_back()
        let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ProcessUse(
            at: .now, heap: heap_bytes_in_use(),
            resident: pages * Int(sysconf(Int32(_SC_PAGESIZE))),
            descriptors: try entries("/proc/self/fd"), threads: try entries("/proc/self/task"))
    }

    var text: String {
        "heap \(heap >> 10) KiB, resident \(resident >> 10) KiB, "
            + "\(descriptors) descriptors, \(threads) threads"
    }

    private static func entries(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
}

extension [ProcessUse] {
    /// Bytes an hour: the median of the slopes between every two, which no single one can bend.
    func slope(_ bytes: (ProcessUse) -> Int) -> Double {
        var slopes: [Double] = []
        for (number, one) in enumerated() {
            for other in dropFirst(number + 1) {
                let hours = (other.at - one.at) / .seconds(3_600)
                slopes.append(Double(bytes(other) - bytes(one)) / hours)
            }
        }
        slopes.sort()
        return slopes.isEmpty ? 0 : slopes[slopes.count / 2]
    }
}
