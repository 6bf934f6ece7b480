import PeerWire
import Primitives
import SwarmCore

extension ScheduleWorld {
    static let tracks = [TrackID(1), TrackID(2)]

    /// Bytes of a segment, which differ from one to the next.
    static func length(of segment: SegmentID) -> Int {
        var random = SeededRandom(seed: segment.number ^ segment.track.value << 32)
        let chunks = Int(random.next() % 6)
        return chunks << ChunkGeometry.chunkLog + 1 + Int(random.next() % 32_768)
    }

    static func peer(_ index: Int) -> PeerID {
        PeerID(Bytes32(words: (UInt64(index), 0, 0, 0)))
    }

    static func index(of peer: PeerID) -> Int { Int(peer.value.words.0) }

    /// The numbers that playlists name now.
    var window: Range<Int> { isLive ? max(0, segmentCount - 8)..<segmentCount : 0..<segmentCount }

    mutating func describe(_ track: TrackID) {
        let timings = window.map {
            SegmentTiming(
                number: UInt64($0), start: WorldPlayer.segment * $0,
                duration: WorldPlayer.segment, estimatedLength: 100_000)
        }
        feed(.trackDescribed(track, timings, isLive: isLive))
    }

    mutating func anySegment() -> SegmentID {
        let near = Int(player.place) + dice.roll(8)
        let number = dice.chance(70) ? near : window.lowerBound + dice.roll(window.count + 3)
        return SegmentID(track: dice.pick(Self.tracks) ?? Self.tracks[0], number: UInt64(number))
    }

    // MARK: Player

    mutating func lookAfterPlayer() {
        let tick = Duration.milliseconds(250)
        agenda.enter(.player, at: now + tick)
        player.play(for: tick)
        for segment in player.waiting.sorted() where watched.oracle.isComplete(segment) {
            player.waiting.remove(segment)
            player.taken.insert(segment)
            feed(.playerReleased(segment))
        }
        for segment in player.waiting.sorted() where watched.oracle.isGivenUp(segment) {
            if dice.chance(20) { feed(.playerRequested(segment, nil)) }
        }
        for track in player.tracks where player.buffer < player.target {
            let segment = player.next(on: track)
            guard Int(segment.number) < segmentCount, !player.waiting.contains(segment) else {
                continue
            }
            player.waiting.insert(segment)
            feed(.playerRequested(segment, Self.hints(for: segment)))
        }
        report()
    }

    /// Of some segments what the player wants begins in the middle.
    private static func hints(for segment: SegmentID) -> PlayerHints? {
        guard segment.number % 5 == 3 else { return nil }
        var hints = PlayerHints()
        hints.offset = length(of: segment) / 2
        return hints
    }

    private mutating func report() {
        guard dice.chance(40) else { return }
        if player.reportsPosition {
            let state = PlayerState(
                position: player.position, buffer: player.buffer, rate: player.rate)
            feed(.playerMoved(state))
        } else if player.reportsBuffer {
            feed(.playerReported(PlayerReport(buffer: player.buffer)))
        }
    }

    mutating func seek() {
        let number = window.lowerBound + dice.roll(window.count)
        player.position = WorldPlayer.segment * number
        if dice.chance(80) { releaseAll() }
        player.taken.removeAll()
        report()
    }

    mutating func releaseAll() {
        for segment in player.waiting.sorted() { feed(.playerReleased(segment)) }
        player.waiting.removeAll()
    }
}
