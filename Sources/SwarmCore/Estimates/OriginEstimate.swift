import Primitives

/// How long the origin takes, learnt from each fetch; cautious until the first one.
struct OriginEstimate: Sendable {
    private var firstByte = MovingEstimate(assumed: 0.5)
    private var secondsPerByte = MovingEstimate(assumed: 1 / 500_000)

    /// Fetches that delivered less say nothing about the throughput.
    private static let smallestSample = 16 << 10

    mutating func answered(after wait: Duration) { firstByte.add(wait.inSeconds) }

    mutating func delivered(_ bytes: Int, in time: Duration) {
        guard bytes >= Self.smallestSample else { return }
        secondsPerByte.add(time.inSeconds / Double(bytes))
    }

    /// The time in which most fetches of `bytes` bytes end, from request to last byte.
    func time(for bytes: Int) -> Duration {
        let wait = firstByte.mean + firstByte.deviation
        let transfer = (secondsPerByte.mean + secondsPerByte.deviation) * Double(max(0, bytes))
        return .clamped(seconds: wait + transfer)
    }
}
