import Primitives

/// Bounds what a viewer gives by what it plays, so that requests spread over all who have a segment.
///
/// In a small swarm only requests that can wait are put off: whoever needs a chunk soon gets it, and
/// a copy made early outlives who made it, so that the first copy of what few have is given as well.
/// In a large one whoever is put off finds another, and where those who play ahead have none, one
/// copy more of the origin is one of very many: past its share a viewer there gives only what is needed
/// at once.
package struct UploadFairness: Sendable {
    /// Bytes given for each byte that the player was handed.
    package var ratio = 1.28
    /// Bytes that may be given beyond that: a segment or two.
    package var burst = 1 << 20
    /// With fewer peers connected nobody is put off.
    package var fewestPeers = 3
    /// What the player is handed in this time at first fills its buffer: that is not yet played.
    package var filling = Duration.seconds(10)
    /// A request with more time left than this can be put off.
    package var nearDeadline = Duration.seconds(10)
    /// With fewer peers connected hardly anybody else has what few have.
    package var enoughPeers = 8
    /// Then so many bytes of that are given again for each byte played.
    package var ratioAgain = 0.4
    /// With so many peers connected a swarm is large.
    package var manyPeers = 20
    /// Bytes given for each byte played, in a large swarm and for what is needed soon.
    package var largestRatio = 1.27
    /// Bytes that may be given beyond that.
    package var largestBurst = 1 << 19
    /// With less time left a request is served in a large swarm, too: a player is about to wait.
    package var lastMoment = Duration.seconds(1.5)
    /// The longest time for which a peer is put off: it may ask for nothing else meanwhile.
    package var longestPause = Duration.seconds(1)

    private var played = 0
    private var filledAt: Moment?

    package init() {}

    mutating func delivered(_ bytes: Int, at now: Moment) {
        let filledAt = filledAt ?? now + filling
        self.filledAt = filledAt
        if now >= filledAt { played += bytes }
    }

    /// For how long to put off a request that would bring what is given to `given` bytes, or nil if
    /// it is to be served.
    ///
    /// `again` are those of them of which others had been given a copy before; for what few have,
    /// only they count.
    func pause(
        given: Int, again: Int, _ stock: UploadStock, timeLeft: Duration, peers: Int
    ) -> Duration? {
        guard stock != .live else { return nil }
        if peers >= manyPeers, timeLeft > lastMoment,
            Double(given - largestBurst) > largestRatio * Double(played)
        {
            return longestPause
        }
        let ratioAgain = peers < enoughPeers ? ratioAgain : ratio - 1
        guard timeLeft > nearDeadline, peers >= fewestPeers,
            Double(given - burst) > ratio * Double(played),
            stock == .common || Double(again - burst) > ratioAgain * Double(played)
        else { return nil }
        return min(timeLeft - nearDeadline, longestPause)
    }
}
