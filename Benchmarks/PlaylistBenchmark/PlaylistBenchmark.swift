import Foundation
import Harness

/// What a reload of a live playlist costs in which one segment is new, by how many there are.
///
/// Allocations are held to thresholds: they must not grow with the window. So is memory: what a
/// thousand reloads leave behind. Times are printed: those that the processor worked, as machines are
/// shared.
@main struct PlaylistBenchmark {
    /// Bytes by which the process may be larger after a thousand reloads of the longest window: lists
    /// use the room again that they have once taken.
    private static let mostGrowth = 24 << 20
    private static let windows = [300, 5_000, 250_000]

    static func main() async {
        var lines: [String] = []
        var isGrown = false
        let report = await Harness.run(arguments: CommandLine.arguments) { harness in
            for window in windows {
                guard var reloads = Reloads(window: window) else { continue }
                reloads.reload()
                lines.append("\(window) segments: the first time \(text(reloads))")
                for _ in 0..<10 { reloads.reload() }
                let before = try residentBytes()
                reloads.reset()
                let count = 170
                await harness.measure("\(window) segments: a reload", iterations: count) {
                    for _ in 0..<$0 { reloads.reload() }
                }
                let grown = try residentBytes() - before
                isGrown = isGrown || grown > mostGrowth
                lines.append(
                    "\(window) segments: \(6 * count) reloads \(text(reloads)); "
                        + "the process grew by \(grown >> 10) KiB")
            }
        }
        print(lines.joined(separator: "\n"))
        print(report.text)
        if isGrown { print("memory grows with reloads: more than \(mostGrowth >> 20) MiB") }
        exit(report.isFailure || isGrown ? EXIT_FAILURE : EXIT_SUCCESS)
    }

    private static func text(_ reloads: Reloads) -> String {
        let stages = Reloads.Stage.allCases.map { stage in
            "\(stage.rawValue) \(milliseconds(reloads.times[stage] ?? .zero))"
        }
        return stages.joined(separator: ", ") + ", longest \(milliseconds(reloads.longest))"
            + ", longest turn of the loop \(milliseconds(reloads.longestTurn))"
    }

    private static func milliseconds(_ time: Duration) -> String {
        String(format: "%.1f ms", time / .milliseconds(1))
    }

    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4096
    }
}
