import Foundation

extension SwarmReport {
    /// The report for a person: each figure, and beside it the best that it could be.
    var text: [String] {
        let how = mode == "swarm" ? "with the exchange" : "without the exchange (\(mode))"
        let who = peers == 1 ? "1 viewer" : "\(peers) viewers"
        let media = isLive ? ", live" : ""
        let received = bytes.peer + bytes.cdn
        let fewest = received - Int((bound * Double(received)).rounded())
        let lines = [
            "",
            "\(who) \(how)\(media), seed \(seed), \(String(format: "%.1f", seconds)) s",
            "",
            row("", "measured", "bound", ""),
            row("offload", share(offload), share(bound), cdnOffload),
            row("to the bound", "\(decimal(points)) pt", "0.00 pt", pointsNote),
            row("CDN copies a segment", decimal(cdnCopiesPerSegment), decimal(1), worstCopies),
            row("from CDN", size(bytes.cdn), size(fewest), ""),
            row("from peers", size(bytes.peer), size(received - fewest), ""),
            row("uploaded", size(bytes.uploaded), "", ""),
            row("wasted", size(bytes.wasted), size(0), "\(percent(wasteShare)) of peers' bytes"),
            row("fetched, not played", size(bytes.unplayed), "", unplayedNote),
            row("to players", size(bytes.delivered), "", ""),
            row("wrong bytes", "\(wrongBytes)", "0", ""),
            row("player's retries", "\(retries)", "0", ""),
            row("CPU of a viewer", "\(decimal(mean(\.cpuSeconds))) s", "", "player included"),
            row("memory of a viewer", size(Int(mean { Double($0.peakMemory) })), "", "at the most"),
            "",
        ]
        return lines + experience + [""] + reasons
            + faults.map { String(format: "%6.1f s  ", $0.seconds) + $0.what } + verdict
    }

    /// What viewers see, beside what their twins see.
    private var experience: [String] {
        var lines: [String] = []
        if twins != nil { lines.append(row("", "measured", "no engine", "")) }
        lines += [
            row("start-up, median", milliseconds(startupMs.p50), twins?.startupMs.p50),
            row("start-up, p95", milliseconds(startupMs.p95), twins?.startupMs.p95),
            row("stalls", "\(stalls.count)", twins.map { "\($0.stalls.count)" } ?? "", ""),
            row(
                "stalled", "\(decimal(stalls.seconds)) s",
                twins.map { "\(decimal($0.stalls.seconds)) s" } ?? "", ""),
        ]
        if let latency {
            lines.append(
                row(
                    "behind live", "\(decimal(latency.mean)) s",
                    twins?.latency.map { "\(decimal($0.mean)) s" } ?? "",
                    "\(decimal(latency.most)) s of the last"))
        }
        if skippedSeconds > 0 || twins?.skippedSeconds ?? 0 > 0 {
            lines.append(
                row(
                    "left out", "\(decimal(skippedSeconds)) s",
                    twins.map { "\(decimal($0.skippedSeconds)) s" } ?? "", ""))
        }
        return lines
            + seeks.map { seek in
                row(
                    "viewer \(seek.viewer) to \(decimal(seek.target)) s",
                    seek.milliseconds.map(milliseconds) ?? "never", seek.withoutEngine)
            }
    }

    private func row(_ name: String, _ value: String, _ twins: Double?) -> String {
        row(name, value, twins.map(milliseconds) ?? "", "")
    }

    private var pointsNote: String {
        cdn.map { $0.unplayed > 0 ? "\(decimal(pointsOfPlayed)) pt of what was played" : "" } ?? ""
    }

    private var unplayedNote: String {
        cdn.map { "\(size($0.unplayed)) of it from the CDN and played by nobody" } ?? ""
    }

    private var verdict: [String] {
        guard !isGood else {
            let killed = perPeer.contains { $0.state == .killed }
            let who = killed ? "Every viewer that was not killed" : "Every viewer"
            return ["\(who) finished, and every byte was right."]
        }
        return problems.map { "  \($0)" } + ["FAILED"]
    }

    private var cdnOffload: String {
        cdn.map { "\(share($0.offload)) by the CDN's own log of \($0.requests) requests" }
            ?? "by the viewers' ledgers"
    }

    private var worstCopies: String {
        cdn.map { "\(decimal($0.worstCopies)) of the worst" } ?? "by the viewers' ledgers"
    }

    private var reasons: [String] {
        guard !cdnBytesByReason.isEmpty else { return [] }
        let list = cdnBytesByReason.sorted { $0.value > $1.value }
            .map { "\($0.key) \(size($0.value))" }.joined(separator: ", ")
        return ["  The CDN was asked because of: " + list, ""]
    }

    private func row(_ name: String, _ value: String, _ bound: String, _ note: String) -> String {
        var row = "  " + Column.left(name, 22) + Column.right(value, 10)
        if !bound.isEmpty || !note.isEmpty { row += Column.right(bound, 11) }
        return note.isEmpty ? row : row + "   " + note
    }

    private func mean(_ figure: (Peer) -> Double) -> Double {
        perPeer.map(figure).reduce(0, +) / Double(max(1, perPeer.count))
    }

    private func share(_ value: Double) -> String { String(format: "%.3f", value) }
    private func percent(_ value: Double) -> String { String(format: "%.1f %%", 100 * value) }
    private func decimal(_ value: Double) -> String { String(format: "%.2f", value) }
    private func milliseconds(_ value: Double) -> String { String(format: "%.0f ms", value) }
    private func size(_ bytes: Int) -> String { ByteText.of(bytes) }
}
