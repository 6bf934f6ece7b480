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
    /// The least span of a panel that counts viewers.
    private static let fewViewers = 5.0

    private let comparison: Comparison

    init(_ comparison: Comparison) {
        self.comparison = comparison
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

    private var bound: Double { comparison.runs.first?.bound.offload ?? 0 }

    private var offload: Panel {
        let highest = max(highest(\.offload), bound)
        return Panel(
            title: "Offload: share of media that peers brought",
            axis: bound > Self.manyNines ? .nines(to: min(highest, (1 + bound) / 2)) : .share,
            lines: lines(\.offload),
            mark: bound)
    }

    private var copies: Panel {
        let highest = highest(\.cdnCopies)
        let seen = comparison.runs.flatMap { $0.result.samples.map(\.cdnCopies) }
        let lowest = max(Self.fewCopies, seen.filter { $0 > 0 }.min() ?? 1)
        return Panel(
            title: "CDN copies of a segment",
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

    private func highest(_ value: (SimulationResult.Sample) -> Double) -> Double {
        comparison.runs.flatMap { $0.result.samples.map(value) }.max() ?? 0
    }

    /// The first policy lies on top of those it is compared with.
    private func lines(_ value: (SimulationResult.Sample) -> Double) -> [Panel.Line] {
        comparison.runs.reversed().map { run in
            Panel.Line(
                color: Self.color(of: run.result.policy),
                points: run.result.samples.map {
                    Panel.Point(seconds: $0.seconds, value: value($0))
                })
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
