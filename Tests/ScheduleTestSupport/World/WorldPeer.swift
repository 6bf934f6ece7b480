import PeerWire
import Primitives

/// A peer of a world: how it behaves, which its schedule does not know.
struct WorldPeer {
    struct Order: Hashable {
        let segment: SegmentID
        let chunk: Int
    }

    /// Counts its arrivals, so that what an earlier one was asked for is not answered by a later.
    var visit = 0
    var isHere = false
    var uploads = true
    var isEdge = false
    var isSilent = false
    /// It has left something unanswered, and is not to be trusted until it comes again.
    var owesAnswers = false
    var secondsPerChunk = 0.02
    var latency = Duration.milliseconds(20)
    /// Percent of what it is asked for that it refuses.
    var refusals = 0
    /// When it has sent all that it was asked for.
    var freeAt = Moment.start
    /// What was taken back and is perhaps not sent.
    var cancelled: Set<Order> = []

    /// When a chunk that is asked for now arrives.
    mutating func arrival(at now: Moment) -> Moment {
        freeAt = max(freeAt, now + latency) + .clamped(seconds: secondsPerChunk)
        return freeAt + latency
    }
}
