import Foundation
import Primitives
import SwarmSimulation

/// What was simulated and what the theory says to it, in words.
struct ComparisonHead {
    private let comparison: Comparison

    init(_ comparison: Comparison) {
        self.comparison = comparison
    }

    /// One line: the content and its viewers.
    var title: String {
        let plan = comparison.plan
        let viewers = "\(NumberText.grouped(plan.viewers)) viewer\(plan.viewers == 1 ? "" : "s")"
        return switch plan.kind {
        case .live: "\(viewers) of a live broadcast"
        case .vod: "\(viewers) of a film of \(Self.time(plan.filmDuration))"
        }
    }

    /// One line: what else they are made of.
    var details: String {
        let plan = comparison.plan
        var parts = [
            "\(plan.degree) connections",
            "uplinks of \(NumberText.short(plan.uploadRatio)) x bitrate",
            "\(plan.edges) edge node\(plan.edges == 1 ? "" : "s")",
        ]
        if plan.kind == .vod { parts.append("\(NumberText.percent(plan.prefetch)) prefetch") }
        if plan.slowFraction > 0 { parts.append("\(NumberText.percent(plan.slowFraction)) slow") }
        if plan.hostileFraction > 0 {
            parts.append("\(NumberText.percent(plan.hostileFraction)) hostile")
        }
        let megabits = String(format: "%.2f", Double(plan.bitrate) / 1e6)
        parts.append("segments of \(Self.time(plan.segmentDuration)) at \(megabits) Mbit/s")
        parts.append("\(Self.time(plan.duration)), counted after \(Self.time(plan.warmUp))")
        parts.append("seed \(plan.seed)")
        return parts.joined(separator: ", ")
    }

    /// What is possible, and by which formula.
    var theory: [String] {
        let plan = comparison.plan
        var lines: [String] = []
        if let run = comparison.runs.first {
            let bound = NumberText.percent(run.bound.offload)
            lines.append("bound of offload: \(bound) (\(Self.formula(run.bound.limit)))")
        }
        switch plan.kind {
        case .live:
            let relay = RelayTime(
                viewers: plan.viewers,
                segmentSize: Int(Double(plan.bitrate) / 8 * plan.segmentDuration.inSeconds),
                chunkSize: ChunkGeometry.chunkSize,
                uplink: max(plan.uploadRatio, 0.001) * Double(plan.bitrate) / 8)
            lines.append(
                "relay to all, without edge nodes: \(Self.seconds(relay.ofChunks)) by chunks,"
                    + " \(Self.seconds(relay.ofWholeSegments)) by whole segments")
        case .vod:
            let uniform = FilmBound.busiestUpload(uniformChoiceAmong: plan.viewers)
            lines.append(
                "busiest upload: 1 x bitrate if the nearest ahead is asked,"
                    + String(format: " %.1f x by uniform choice", uniform))
        }
        if let clean = comparison.clean, let kept = comparison.offloadKept {
            lines.append(
                "offload without hostile viewers: \(NumberText.percent(clean.offload)), of which"
                    + " \(NumberText.percent(kept)) is left")
        }
        return lines
    }

    private static func formula(_ limit: OffloadBound.Limit) -> String {
        switch limit {
        case .oneCopy: "1 - 1/N: one copy of each segment"
        case .uplinks: "uplinks over bitrate"
        case .neighbourhoods: "1 - 1/(d+1): a fetcher in each neighbourhood"
        case .arrivals: "of those who came; on average 1 - [(e^-nw - e^-n)/n + w e^-n] e^-ns"
        case .keptByEdge: "an edge node keeps the film"
        case .policy: "no peers"
        }
    }

    private static func seconds(_ time: Duration) -> String {
        String(format: "%.1f s", time.inSeconds)
    }

    private static func time(_ time: Duration) -> String {
        let seconds = time.inSeconds
        guard seconds >= 120, seconds.remainder(dividingBy: 60) == 0 else {
            return NumberText.short(seconds) + " s"
        }
        return NumberText.short(seconds / 60) + " min"
    }
}
