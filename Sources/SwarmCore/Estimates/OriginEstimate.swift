import Primitives

/// How long the origin takes, learnt from each fetch; cautious until the first one.
struct OriginEstimate: Sendable {
    private var firstByte = MovingEstimate(assumed: 0.5)
    private var secondsPerByte = MovingEstimate(assumed: 1 / 500_000)

    /// Fetches that delivered less say nothing about the throughput.
    private static let smallestSample = 16 << 10

    mutating func answered(after wait: Duration) { firstByte.add(wait.inSeconds) }

    /// A fetch ended; `others` were in flight and took their share.
    mutating func delivered(_ bytes: Int, in time: Duration, beside others: Int) {
        guard bytes >= Self.smallestSample else { return }
        secondsPerByte.add(time.inSeconds / Double(bytes * (others + 1)))
    }

    /// Chunks that come in the time that passes before the first byte of another fetch.
    var chunksInRoundTrip: Int {
        let seconds = secondsPerByte.mean * Double(ChunkGeometry.chunkSize)
        return Int(min(firstByte.mean / max(seconds, 1e-6), 1_000))
    }

    /// The time in which most fetches of `bytes` bytes end, from request to last byte.
    func time(for bytes: Int, beside others: Int = 0) -> Duration {
        let wait = firstByte.mean + firstByte.deviation
        let transfer =
            (secondsPerByte.mean + secondsPerByte.deviation) * Double(max(0, bytes))
            * Double(others + 1)
        return .clamped(seconds: wait + transfer)
    }
}
