import Primitives
import SwarmCore

extension Swarm {
    private static let tickInterval = Duration.milliseconds(250)

    /// The player plays on, loads what is there and asks for what follows.
    mutating func tick() {
        events.add(.playerTick, at: now + Self.tickInterval)
        player.play(for: Self.tickInterval)
        if player.isWaiting, media.isComplete(player.next) { load() }
        if player.wantsMore, player.next < media.end { request() }
        report(as: .playerMoved)
        if cell.trace == .film, isOver { beginNextFilm() }
    }

    private mutating func request() {
        player.isWaiting = true
        let segment = ModelMedia.segment(player.next)
        give(.playerRequested) { $0.playerRequested(segment, at: $1, into: &$2) }
        if media.isComplete(player.next) { load() }
    }

    private mutating func load() {
        let segment = ModelMedia.segment(player.next)
        player.loaded(upTo: media.start(of: player.next + 1))
        give(.playerReleased) { $0.playerReleased(segment, at: $1, into: &$2) }
    }

    private mutating func report(as kind: InputKind) {
        let state = player.state
        give(kind) { $0.playerMoved(state, at: $1, into: &$2) }
    }

    /// The window moves on with the time; the player stays as far behind the edge as it is.
    mutating func moveLiveEdge() {
        events.add(.liveEdgeMoves, at: now + ModelMedia.segmentDuration)
        media.moveOn()
        describe(media.timings, as: .liveWindowMoved)
        if player.next < media.first { moveFromHere(to: media.first + 2) }
    }

    /// Somewhere else, as far from the end as to leave something to do.
    mutating func seek() {
        events.add(.playerSeeks, at: now + .seconds(40))
        let reach = UInt64(max(1, media.count / 3))
        moveFromHere(to: media.first + 2 + random.next() % reach)
    }

    private mutating func moveFromHere(to number: UInt64) {
        if player.isWaiting {
            let segment = ModelMedia.segment(player.next)
            give(.playerReleased) { $0.playerReleased(segment, at: $1, into: &$2) }
        }
        player = ModelPlayer(position: media.start(of: number), next: number)
        report(as: .playerSought)
    }

    /// Hardly anything is left to fetch, or nothing to play.
    private var isOver: Bool {
        player.next >= media.end || 20 * media.missing(from: player.next) < media.count
    }

    private mutating func beginNextFilm() {
        filmsBegun += 1
        dropAll()
        media = ModelMedia(first: media.end + 1_000, count: cell.window, start: .zero)
        describe(media.timings, as: .filmBegan)
        startPeersOver()
        moveFromHere(to: media.first)
    }
}
