import Foundation

/// How long answers took, in the order they came.
struct Latencies: Sendable {
    private var durations: [Duration] = []

    var count: Int { durations.count }

    mutating func add(_ duration: Duration) { durations.append(duration) }

    /// The shortest time within which that share of the answers came.
    func percentile(_ share: Double) -> Duration {
        let sorted = durations.sorted()
        guard !sorted.isEmpty else { return .zero }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

extension Duration {
    var milliseconds: String { String(format: "%.2f ms", self / .milliseconds(1)) }
    var seconds: String { String(format: "%.2f s", self / .seconds(1)) }
}
