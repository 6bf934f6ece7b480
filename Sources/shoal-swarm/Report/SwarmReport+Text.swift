import Foundation

extension SwarmReport {
    /// The report for a person.
    var text: [String] {
        var lines = [
            "",
            "\(peers) viewers, \(mode), seed \(seed), \(String(format: "%.1f", seconds)) s",
            row("offload", String(format: "%.3f", offload), String(format: "bound %.3f", bound)),
            row("CDN copies a segment", String(format: "%.2f", cdnCopiesPerSegment), "bound 1.00"),
            row(
                "from peers", LiveView.size(bytes.peer), "uploaded \(LiveView.size(bytes.uploaded))"
            ),
            row("from CDN", LiveView.size(bytes.cdn), reasons),
            row(
                "to players", LiveView.size(bytes.delivered),
                "wasted \(LiveView.size(bytes.wasted))"),
            row("stalls", "\(stalls.count)", String(format: "%.2f s", stalls.seconds)),
            row(
                "start-up", String(format: "%.0f ms", startupMs.p50),
                String(format: "p95 %.0f ms", startupMs.p95)),
            row("wrong bytes", "\(wrongBytes)", ""),
        ]
        for peer in perPeer where peer.state != "finished" && peer.state != "killed" {
            lines.append(
                "viewer \(peer.number) \(peer.state): \(peer.report.problem ?? "no reason")")
        }
        lines.append(isGood ? "every viewer finished, every byte was right" : "FAILED")
        return lines
    }

    private var reasons: String {
        cdnBytesByReason.sorted { $0.value > $1.value }
            .map { "\($0.key) \(LiveView.size($0.value))" }.joined(separator: ", ")
    }

    private func row(_ name: String, _ value: String, _ note: String) -> String {
        let padded = name + String(repeating: " ", count: max(1, 22 - name.count))
        return "  \(padded)\(value)" + (note.isEmpty ? "" : "  (\(note))")
    }
}
