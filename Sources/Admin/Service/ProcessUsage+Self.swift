import EventLoop
import Foundation
package import Operations

extension ProcessUsage {
    /// What this process takes now, as the kernel says; what it does not say is nought.
    package static func current() -> ProcessUsage {
        var usage = ProcessUsage()
        usage.descriptorLimit = DescriptorLimit.current
        usage.openDescriptors = entries(of: "/proc/self/fd")
        let page = sysconf(Int32(_SC_PAGESIZE))
        // What follows the name, which is the one word that may hold blanks.
        let fields =
            text(of: "/proc/self/stat").split(separator: ")").last?
            .split(separator: " ") ?? []
        guard fields.count > 21 else { return usage }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        usage.cpuSeconds = ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / ticks
        usage.residentBytes = (Int(fields[21]) ?? 0) * page
        let sinceBoot = text(of: "/proc/uptime").split(separator: " ").first.flatMap { Double($0) }
        usage.uptimeSeconds = max(0, (sinceBoot ?? 0) - (Double(fields[19]) ?? 0) / ticks)
        usage.startSeconds = (Date().timeIntervalSince1970 - usage.uptimeSeconds).rounded()
        return usage
    }

    private static func text(of path: String) -> String {
        // Such files have no length; whoever runs without /proc has no numbers.
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func entries(of folder: String) -> Int {
        do {
            // One of them is the folder's own.
            return try FileManager.default.contentsOfDirectory(atPath: folder).count - 1
        } catch {
            return 0
        }
    }
}
