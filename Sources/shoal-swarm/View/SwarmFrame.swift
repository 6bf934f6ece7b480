import Foundation

/// The run at one moment, as text.
enum SwarmFrame {
    private static let barWidth = 30
    /// The heading, the bar, and where the cursor rests.
    private static let otherRows = 3

    /// A table with a line for each viewer and a bar below, cut to fit a terminal.
    static func table(_ moment: SwarmMoment, columns: Int, rows: Int) -> [String] {
        let heading =
            "peer  state     position   buffer  from peers   from CDN         up  peers  stalls"
        let room = max(1, rows - otherRows)
        var lines = [heading] + moment.viewers.prefix(room).map(row)
        if moment.viewers.count > room {
            lines.removeLast()
            lines.append("      and \(moment.viewers.count - room + 1) more")
        }
        lines.append(bar(moment))
        return lines.map { String($0.prefix(columns)) }
    }

    /// The same in one line.
    static func line(_ moment: SwarmMoment) -> String {
        let finished = moment.viewers.count { $0.phase == .finished }
        let stalls = moment.viewers.reduce(0) { $0 + $1.report.stalls }
        return String(format: "%5.1f s %3.0f %%", moment.seconds, moment.progress * 100)
            + "  viewers \(moment.viewers.count)/\(moment.expected), \(finished) finished"
            + "  from peers \(ByteText.of(moment.peerBytes)), CDN \(ByteText.of(moment.cdnBytes))"
            + String(format: "  offload %.3f", moment.offload) + "  stalls \(stalls)"
            + notes(moment)
    }

    private static func row(_ viewer: ViewerState) -> String {
        let report = viewer.report
        return [
            Column.right("\(viewer.number)", 4), "  ", Column.left(viewer.phase.rawValue, 8),
            Column.right(String(format: "%.1f s", report.position), 10),
            Column.right(String(format: "%.1f s", report.buffer), 9),
            Column.right(ByteText.of(report.peerBytes), 12),
            Column.right(ByteText.of(report.cdnBytes), 11),
            Column.right(ByteText.of(report.uploaded), 11),
            Column.right("\(report.peers)", 7), Column.right("\(report.stalls)", 8),
        ].joined()
    }

    private static func bar(_ moment: SwarmMoment) -> String {
        let full = Int(moment.progress * Double(barWidth))
        return "[" + String(repeating: "#", count: full)
            + String(repeating: ".", count: barWidth - full)
            + String(
                format: "] %3.0f %%  %.0f s  offload %.3f", moment.progress * 100, moment.seconds,
                moment.offload) + notes(moment)
    }

    private static func notes(_ moment: SwarmMoment) -> String {
        let killed = moment.viewers.count { $0.phase == .killed }
        let all = moment.notes + (killed > 0 ? ["\(killed) killed"] : [])
        return all.map { "  \($0)" }.joined()
    }
}
