/// Counts values by how large they are, in classes that are fixed from the start.
package struct Histogram: Hashable, Sendable {
    /// The largest value of each class but the last, which has none; ascending.
    package let bounds: [Double]
    /// Values in each class, one more than there are bounds.
    package private(set) var counts: [Int]
    package private(set) var sum = 0.0

    package init(bounds: [Double]) {
        precondition(
            !bounds.isEmpty && zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 },
            "bounds ascend")
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// How many values there were.
    package var count: Int { counts.reduce(0, +) }

    /// A value that is no number is not counted, since no sum would survive it.
    package mutating func observe(_ value: Double) {
        guard value.isFinite else { return }
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// Adds what another of the same classes has counted.
    package mutating func add(_ other: Histogram) {
        precondition(bounds == other.bounds, "histograms of other classes do not add up")
        for (place, count) in other.counts.enumerated() { counts[place] += count }
        sum += other.sum
    }
}
