import Primitives

/// Peers that say what they have, and then do not answer: without this everybody would wait for
/// them, segment after segment, until it is urgent.
extension Schedule {
    /// Requests in a row that a peer may leave unanswered before its word is not taken any more.
    private static let mostUnanswered = 3
    /// How long it is not taken, unless an answer comes after all; longer each time.
    private static let muteTime = Duration.seconds(10)
    private static let longestMutes = 12

    mutating func leftUnanswered(by slot: PeerSlot, at now: Moment) {
        peers.entries[slot.index].unanswered += 1
        let excess = peers.entries[slot.index].unanswered - Self.mostUnanswered
        guard excess >= 0 else { return }
        peers.entries[slot.index].isMuted = true
        peers.pause(slot, until: now + Self.muteTime * min(excess + 1, Self.longestMutes))
        tracks.peerLeft(slot)
        // What only this peer seemed to have is looked at again.
        horizonAt = min(horizonAt, now + .milliseconds(1))
    }

    mutating func answered(_ slot: PeerSlot, at now: Moment) {
        peers.entries[slot.index].unanswered = 0
        guard peers.entries[slot.index].isMuted else { return }
        peers.pause(slot, until: now)
        listen(to: slot)
    }

    /// Takes a peer's word again.
    mutating func listen(to slot: PeerSlot) {
        guard peers.entries[slot.index].isMuted else { return }
        peers.entries[slot.index].isMuted = false
        for index in tracks.all {
            for place in tracks.entries[index].timings.indices {
                enterHolder(slot, TrackPlace(track: index, place: place))
            }
        }
    }
}
