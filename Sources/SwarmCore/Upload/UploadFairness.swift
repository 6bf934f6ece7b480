import Primitives

/// Bounds what a viewer gives by what it took, so that requests spread over all who have a segment.
///
/// Only requests that can wait are put off: whoever needs a chunk soon gets it.
package struct UploadFairness: Sendable {
    /// Bytes given for each byte taken.
    package var ratio = 1.2
    /// Bytes that may be given beyond that: a few segments.
    package var burst = 4 << 20
    /// A request with more time left than this can be put off.
    package var nearDeadline = Duration.seconds(10)
    /// The longest time for which a peer is put off: it may ask for nothing else meanwhile.
    package var longestPause = Duration.seconds(2)

    private var taken = 0

    package init() {}

    mutating func took(_ bytes: Int) { taken += bytes }

    /// For how long to put off a request that would bring what is given to `given` bytes, or nil if
    /// it is to be served.
    func pause(given: Int, timeLeft: Duration) -> Duration? {
        guard timeLeft > nearDeadline, Double(given - burst) > ratio * Double(taken) else {
            return nil
        }
        return min(timeLeft - nearDeadline, longestPause)
    }
}
