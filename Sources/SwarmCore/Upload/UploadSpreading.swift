import Primitives

/// How an engine treats what is wanted soon by many, so that it spreads: chunks that it has not given
/// to anybody come first, and what it cannot bring in time it does not promise.
package struct UploadSpreading: Hashable, Sendable {
    /// Only requests that are due within this time are treated so.
    package var span = Duration.seconds(10)
    /// A chunk that is let in for the first time goes out as if it were due so much sooner: whoever
    /// gets it can pass it on.
    package var headStart = Duration.seconds(8)
    /// Peers that are served beside the others when they ask for such chunks.
    package var slots = 4
    /// However soon a request is due, what goes out within this time is not late.
    package var shortestWait = Duration.seconds(1)
    /// Those that are turned away come back one after the other, as far as that is within this time.
    package var longestTurn = Duration.seconds(1)
    /// Until when not to ask again for what takes too long even alone.
    package var longestPause = Duration.seconds(10)

    package init() {}

    /// The part of its time left that a request may wait; the rest is for those to whom its chunks
    /// are passed on.
    ///
    /// Who would wait behind more than two chunks finds another sooner, or knows sooner that there is none.
    func allowed(_ timeLeft: Duration, secondsPerChunk: Double) -> Duration {
        let twoChunks = Duration.clamped(seconds: 2 * secondsPerChunk)
        return max(min(timeLeft.divided(by: 2), twoChunks), shortestWait)
    }

    /// Whether the chunks of a request count themselves, and not only those that go out before.
    ///
    /// Of a film they do not where half of the time left is enough for them: a long run would be put
    /// off however often it came back, while others, asking for less at a time, had all of the uplink.
    func counts(
        _ count: Int, _ stock: UploadStock, _ timeLeft: Duration, secondsPerChunk: Double
    ) -> Bool {
        switch stock {
        case .live: true
        case .common, .scarce: secondsPerChunk * Double(count) * 2 >= timeLeft.inSeconds
        }
    }
}
