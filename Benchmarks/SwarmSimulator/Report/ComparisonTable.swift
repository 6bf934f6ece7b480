import Foundation
import SwarmSimulation

/// A comparison as lines of text: a column for each policy.
struct ComparisonTable {
    private let comparison: Comparison

    init(_ comparison: Comparison) {
        self.comparison = comparison
    }

    var lines: [String] {
        let head = [""] + comparison.runs.map { $0.result.policy.label }
        let rows = [head] + figures + harm + reasons
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + padding : padding + cell.0
            }.joined(separator: "   ")
        }
    }

    private var figures: [[String]] {
        [
            row("offload") { Self.percent($0.result.offload) },
            row("bound") { Self.percent($0.bound.offload) },
            row("CDN copies of a segment") { Self.number($0.result.cdnCopiesPerSegment) },
            row("stalls, viewer seconds") { Self.number($0.result.stallSeconds) },
            row("viewers that stalled") { "\($0.result.stalledViewers)" },
            row("start-up, median") { Self.milliseconds($0.result.startupMedian) },
            row("start-up, p95") { Self.milliseconds($0.result.startupP95) },
            row("busiest upload, x bitrate") { Self.number($0.result.busiestUpload) },
            row("duplicates and discards") { Self.percent($0.result.duplicateShare) },
            row("hops at most") { "\($0.result.maxHops)" },
            row("control bytes") { Self.percent($0.result.controlShare) },
            row("bytes of the CDN") { Self.megabytes($0.result.cdnBytes) },
            row("bytes of peers") { Self.megabytes($0.result.peerBytes) },
            row("events") { NumberText.grouped(Int(clamping: $0.result.events)) },
            row("event hash") { $0.result.eventHash },
        ]
    }

    /// What hostile viewers did.
    private var harm: [[String]] {
        guard comparison.clean != nil else { return [] }
        return [
            row("wrong bytes to players") { "\($0.result.wrongBytes)" },
            row("honest peers banned") { "\($0.result.bannedHonestPeers)" },
            row("hostile peers banned") {
                "\($0.result.bannedPeers - $0.result.bannedHonestPeers)"
            },
            row("waste of an attacker at most") { Self.kibibytes($0.result.wastePerAttacker) },
            row("waste of an attacker, all victims") {
                Self.kibibytes($0.result.wastePerAttackerOfAll)
            },
        ]
    }

    /// Why bytes came from the CDN, as shares of them.
    private var reasons: [[String]] {
        let names = Set(comparison.runs.flatMap(\.result.cdnBytesByReason.keys)).sorted()
        return names.map { name in
            row("from the CDN: \(name)") { run in
                let bytes = run.result.cdnBytesByReason[name] ?? 0
                return Self.percent(Double(bytes) / Double(max(1, run.result.cdnBytes)))
            }
        }
    }

    private func row(_ name: String, _ text: (Comparison.Run) -> String) -> [String] {
        [name] + comparison.runs.map(text)
    }

    private static func percent(_ share: Double) -> String {
        String(format: "%.2f %%", share * 100)
    }

    private static func number(_ value: Double) -> String {
        String(format: "%.2f", value)
    }

    private static func milliseconds(_ seconds: Double) -> String {
        String(format: "%.0f ms", seconds * 1e3)
    }

    private static func kibibytes(_ bytes: Int) -> String {
        NumberText.grouped(bytes >> 10) + " KiB"
    }

    private static func megabytes(_ bytes: Int) -> String {
        NumberText.grouped(Int((Double(bytes) / 1e6).rounded())) + " MB"
    }
}
