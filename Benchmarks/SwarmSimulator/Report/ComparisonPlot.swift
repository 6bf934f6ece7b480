import Primitives
import SwarmSimulation

/// A comparison as three panels over time.
struct ComparisonPlot {
    /// Shares from here on are told apart by their distance from 1.
    private static let manyNines = 0.95
    /// From here on a curve of copies needs steps of ten.
    private static let manyCopies = 8.0
    /// Below this, how few is no matter.
    private static let fewCopies = 0.1
    private static let aLittleMore = 1.1
    /// The least span of a panel that counts viewers.
    private static let fewViewers = 5.0

    private struct Curve {
        let policy: SimulationPolicy
        let spans: [Span]
    }

    private let comparison: Comparison
    private let width: Double
    private let curves: [Curve]

    init(_ comparison: Comparison) {
        self.comparison = comparison
        let width = Span.width(
            ofRun: comparison.plan.duration.inSeconds,
            segment: comparison.plan.segmentDuration.inSeconds)
        self.width = width
        curves = comparison.runs.map { run in
            Curve(
                policy: run.result.policy, spans: Span.all(of: run.result.samples, width: width))
        }
    }

    var plot: Plot {
        let head = ComparisonHead(comparison)
        return Plot(
            title: head.title, subtitle: head.details,
            legend: comparison.runs.map {
                Plot.Entry(label: $0.result.policy.label, color: Self.color(of: $0.result.policy))
            },
            markLabel: "bound, \(NumberText.percent(bound))",
            panels: [offload, copies, stalls], length: comparison.plan.duration.inSeconds,
            warmUp: comparison.plan.warmUp.inSeconds)
    }

    private var mean: String { NumberText.short(width) + " s" }
    private var bound: Double { comparison.runs.first?.bound.offload ?? 0 }

    private var offload: Panel {
        let highest = max(highest(\.offload), bound)
        return Panel(
            title: "Offload: share of media that peers brought, mean of \(mean)",
            axis: bound > Self.manyNines ? .nines(to: min(highest, (1 + bound) / 2)) : .share,
            lines: lines(\.offload),
            mark: bound)
    }

    private var copies: Panel {
        let highest = highest(\.cdnCopies)
        let seen = curves.flatMap { $0.spans.map(\.cdnCopies) }
        // One copy but for the bytes in flight is one copy.
        let lowest = max(Self.fewCopies, (seen.filter { $0 > 0 }.min() ?? 1) * Self.aLittleMore)
        return Panel(
            title: "CDN copies of a segment, mean of \(mean)",
            axis: highest > Self.manyCopies
                ? .logarithmic(from: min(lowest, 1), to: highest) : .linear(to: highest),
            lines: lines(\.cdnCopies), mark: nil)
    }

    private var stalls: Panel {
        let highest = highest { Double($0.stalledViewers) }
        return Panel(
            title: "Viewers that stall", axis: .linear(to: max(highest, Self.fewViewers)),
            lines: lines { Double($0.stalledViewers) }, mark: nil)
    }

    private func highest(_ value: (Span) -> Double) -> Double {
        curves.flatMap { $0.spans.map(value) }.max() ?? 0
    }

    /// The first policy lies on top of those it is compared with.
    private func lines(_ value: (Span) -> Double) -> [Panel.Line] {
        curves.reversed().map { curve in
            Panel.Line(
                color: Self.color(of: curve.policy),
                points: curve.spans.map { Panel.Point(seconds: $0.seconds, value: value($0)) })
        }
    }

    private static func color(of policy: SimulationPolicy) -> Color {
        switch policy {
        case .swarmWide: .blue
        case .cdnOnly: .gray
        case .neighbourLocal: .orange
        case .uniformChoice: .green
        }
    }
}
