/// A moving mean of seconds with its mean deviation, as TCP keeps for round trips.
struct MovingEstimate: Sendable {
    private(set) var mean: Double
    private(set) var deviation: Double
    private(set) var isMeasured = false

    /// Starts with what is assumed until the first sample, which replaces it.
    init(assumed mean: Double) {
        self.mean = mean
        deviation = mean / 2
    }

    mutating func add(_ sample: Double) {
        guard sample.isFinite, sample >= 0 else { return }
        guard isMeasured else {
            mean = sample
            deviation = sample / 2
            isMeasured = true
            return
        }
        deviation += (abs(sample - mean) - deviation) / 4
        mean += (sample - mean) / 8
    }
}
