import PeerWire
import Primitives
import SwarmCore

/// A schedule among peers, an origin and a player that do whatever the dice say, in virtual time.
///
/// In the end nothing unexpected happens any more and one side brings nothing at all: what the
/// player waits for has to come from the other within a bound.
package struct ScheduleWorld {
    /// Who is left to deliver in the end.
    package enum Ending: Hashable, Sendable, CaseIterable {
        case originAlone
        case peersAlone
    }

    package private(set) var watched: WatchedSchedule
    package let ending: Ending
    var dice: Dice
    var agenda = Agenda()
    var now = Moment.start
    var peers: [WorldPeer]
    var origin = WorldOrigin()
    var player: WorldPlayer
    let isLive: Bool
    /// Segments of the film, or of the live stream so far.
    var segmentCount: Int
    /// What peers are left to deliver in the end.
    var held: Set<SegmentID> = []
    /// The last part, in which nothing unexpected happens.
    private(set) var endsAt = Moment.distantFuture
    /// The longest time that the player waited for a segment in the end.
    package private(set) var longestWait = Duration.zero

    private static let longestEnding = Duration.seconds(40)

    package init(_ dice: Dice, ending: Ending) {
        self.ending = ending
        self.dice = dice
        var configuration = ScheduleConfiguration()
        configuration.isEdge = self.dice.chance(10)
        configuration.largestPeerWindow = self.dice.pick([2, 4, 16]) ?? 16
        configuration.prefetchWindow = .seconds(self.dice.roll(60))
        configuration.diversity = self.dice.chance(70) ? UInt64(self.dice.roll(8)) : nil
        watched = WatchedSchedule(configuration, peersEnabled: self.dice.chance(90))
        isLive = self.dice.chance(30)
        segmentCount = isLive ? 6 : 40
        peers = Array(repeating: WorldPeer(), count: self.dice.roll(7) + 1)
        player = WorldPlayer(tracks: self.dice.chance(30) ? Self.tracks : [Self.tracks[0]])
    }

    /// Lives through it; the report is of what went wrong.
    package mutating func run(for time: Duration) -> String? {
        begin()
        let calmAt = Moment.start + time
        while watched.report == nil, now < calmAt + Self.longestEnding {
            let next = min(agenda.next, watched.schedule.deadline ?? .distantFuture)
            if endsAt == .distantFuture, next >= calmAt {
                now = calmAt
                endsAt = now
                end()
                continue
            }
            now = max(now, next)
            if watched.schedule.deadline.map({ $0 <= now }) ?? false {
                feed(.timedOut)
            } else if let happening = agenda.take() {
                come(to: happening.kind)
            }
            if endsAt != .distantFuture { measureWait() }
        }
        return watched.report
    }

    private mutating func begin() {
        for track in Self.tracks { describe(track) }
        feed(.tracksSelected(player.tracks))
        agenda.enter(.player, at: now)
        agenda.enter(.mischief, at: now)
        if isLive { agenda.enter(.playlist, at: now + WorldPlayer.segment) }
    }

    private mutating func come(to kind: Happening.Kind) {
        switch kind {
        case .player: lookAfterPlayer()
        case .mischief:
            guard endsAt == .distantFuture else { return }
            doMischief()
            agenda.enter(.mischief, at: now + dice.milliseconds(20..<1_500))
        case .playlist:
            segmentCount += 1
            for track in Self.tracks { describe(track) }
            if endsAt != .distantFuture, ending == .peersAlone {
                for index in peers.indices { hasAll(index) }
            }
            agenda.enter(.playlist, at: now + WorldPlayer.segment)
        case .leaves(let segment, let peer, let visit): giveLeaves(segment, peer, visit)
        case .chunk(let chunk, let segment, let peer, let visit):
            give(chunk, segment, peer, visit)
        case .refusal(let segment, let run, let peer, let visit, let isBusy):
            refuse(segment, run, peer, visit, isBusy: isBusy)
        case .origin(let segment, let fetch): step(segment, fetch)
        }
    }

    /// Gives an input and sets in motion what the schedule asks for.
    mutating func feed(_ input: ScheduleInput) {
        for action in watched.feed(input, at: now) { carryOut(action) }
    }

    // MARK: The end

    private mutating func end() {
        origin.failures = 0
        switch ending {
        case .originAlone:
            origin.isSilent = false
            origin.latency = .milliseconds(100)
            origin.bytesPerSecond = 4_000_000
            for index in peers.indices { peers[index].isSilent = true }
        case .peersAlone:
            origin.isSilent = true
            if !watched.oracle.arePeersOn { feed(.peersEnabled(true)) }
            for index in peers.indices { makeGood(index) }
        }
        for segment in watched.oracle.awaited where watched.oracle.isGivenUp(segment) {
            feed(.playerRequested(segment, nil))
        }
        player.rate = 1
    }

    private mutating func measureWait() {
        for segment in watched.oracle.awaited
        where ending == .originAlone || held.contains(segment) && mayComeFromPeers(segment) {
            guard let began = watched.oracle.waitBegan(segment) else { continue }
            let wait = now - max(began, endsAt)
            longestWait = max(longestWait, wait)
            if wait > bound {
                return watched.violated("\(segment) is waited for since \(wait): stuck")
            }
        }
    }

    private func mayComeFromPeers(_ segment: SegmentID) -> Bool {
        !watched.oracle.keptTracks.contains(segment.track)
    }

    /// The longest wait that is no fault.
    ///
    /// A request may wait for eight seconds while the player's buffer lasts. Peers come after an
    /// origin that has to be given up first, and after what they were asked for before.
    private var bound: Duration {
        switch ending {
        case .originAlone: .seconds(12)
        case .peersAlone: .seconds(30)
        }
    }
}
