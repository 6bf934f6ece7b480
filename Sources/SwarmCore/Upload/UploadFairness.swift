import Primitives

/// Bounds what a viewer gives by what it plays, so that requests spread over all who have a segment.
///
/// Only requests that can wait are put off, and only where there are others to turn to: whoever
/// needs a chunk soon gets it, and in a small swarm a copy made early outlives who made it.
package struct UploadFairness: Sendable {
    /// Bytes given for each byte that the player was handed.
    package var ratio = 1.2
    /// Bytes that may be given beyond that: a few segments.
    package var burst = 4 << 20
    /// With fewer peers connected nobody is put off.
    package var fewestPeers = 20
    /// A request with more time left than this can be put off.
    package var nearDeadline = Duration.seconds(10)
    /// The longest time for which a peer is put off: it may ask for nothing else meanwhile.
    package var longestPause = Duration.seconds(2)

    private var played = 0

    package init() {}

    mutating func delivered(_ bytes: Int) { played += bytes }

    /// For how long to put off a request that would bring what is given to `given` bytes, or nil if
    /// it is to be served.
    func pause(given: Int, timeLeft: Duration, peers: Int) -> Duration? {
        guard timeLeft > nearDeadline, peers >= fewestPeers,
            Double(given - burst) > ratio * Double(played)
        else { return nil }
        return min(timeLeft - nearDeadline, longestPause)
    }
}
