import PeerWire
import Primitives
import SwarmCore

/// A schedule and all that it deals with, in virtual time: each input is given and measured here.
///
/// Peers, origin and player are simple models; what they say follows from what the schedule asked
/// for. The same cell gives the same inputs each time.
struct Swarm {
    let cell: Cell
    var schedule: Schedule
    var actions: [Schedule.Action] = []
    var probe: Probe
    var now = Moment.start
    var events = EventQueue()
    var random: SeededRandom
    var media: ModelMedia
    var peers: [ModelPeer] = []
    var slots: [PeerID: Int] = [:]
    var fetches: [ModelFetch] = []
    var player: ModelPlayer
    /// Counts what must not be mistaken for another: peers, films, fetches.
    var serial = 0

    /// Films begun so far.
    var filmsBegun = 1
    /// Inputs given so far.
    private(set) var inputs = 0

    init(_ cell: Cell, probe: Probe) {
        self.cell = cell
        self.probe = probe
        random = SeededRandom(seed: UInt64(cell.peers) << 32 | UInt64(cell.window))
        media = ModelMedia(first: 1_000, count: cell.window, start: .zero)
        player = ModelPlayer(position: .seconds(8), next: 1_002)
        var configuration = ScheduleConfiguration()
        configuration.prefetchWindow = ModelMedia.segmentDuration * (cell.window + 1)
        schedule = Schedule(configuration: configuration, peersEnabled: true)
        actions.reserveCapacity(4_096)
        begin()
    }

    /// Lets inputs happen until nothing is new any more: so many, and so many films to their end.
    mutating func warmUp(_ count: Int, films: Int) {
        run(count)
        while cell.trace == .film, filmsBegun <= films { step() }
    }

    /// Lets so many inputs happen.
    mutating func run(_ count: Int) {
        let end = inputs + count
        while inputs < end { step() }
    }

    private mutating func step() {
        let alarm = schedule.deadline ?? .distantFuture
        if alarm <= events.nextAt ?? .distantFuture {
            now = max(now, alarm)
            give(.timedOut) { $0.timedOut(at: $1, into: &$2) }
        } else if let (at, event) = events.removeFirst() {
            now = at
            happen(event)
        }
    }

    private mutating func happen(_ event: Event) {
        switch event {
        case .peerDelivers(let peer, let turn): deliver(from: peer, turn)
        case .leavesArrive(let peer, let segment): deliverLeaves(of: segment, from: peer)
        case .peerSpeaks(let peer): speak(peer)
        case .originGoesOn(let segment, let turn): originGoesOn(segment, turn)
        case .playerTick: tick()
        case .liveEdgeMoves: moveLiveEdge()
        case .playerSeeks: seek()
        case .peerIsReplaced: replacePeer()
        case .membersAreCounted: countMembers()
        }
    }

    /// Gives the schedule one input, measures it, and does what it asks for.
    mutating func give(
        _ kind: InputKind, _ input: (inout Schedule, Moment, inout [Schedule.Action]) -> Void
    ) {
        probe.begin()
        input(&schedule, now, &actions)
        probe.end(kind)
        inputs += 1
        for index in actions.indices { perform(actions[index]) }
        actions.removeAll(keepingCapacity: true)
    }

    private mutating func perform(_ action: Schedule.Action) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, _):
            fetch(segment.number, offset..<(end ?? ModelMedia.length))
        case .cancelOrigin(let segment):
            fetches.removeAll { $0.segment == segment.number }
        case .requestLeaves(let segment, let peer):
            askLeaves(of: segment.number, from: peer)
        case .requestChunks(let segment, let run, let peer, _):
            ask(segment.number, run.chunks, of: peer)
        case .tellRumour:
            // Those who hear of it are no part of the model.
            break
        case .cancelChunks(let segment, let run, let peer):
            cancel(segment.number, run.chunks, of: peer)
        }
    }

    // MARK: -

    private mutating func begin() {
        describe(media.timings, as: .filmBegan)
        give(.slotAssigned) { $0.tracksSelected([ModelMedia.track], at: $1, into: &$2) }
        countMembers()
        for index in 0..<cell.peers { join(index) }
        events.add(.playerTick, at: now)
        if cell.trace == .live { events.add(.liveEdgeMoves, at: now + ModelMedia.segmentDuration) }
        events.add(.playerSeeks, at: now + .seconds(40))
        events.add(.peerIsReplaced, at: now + .seconds(2))
    }

    mutating func describe(_ timings: [SegmentTiming], as kind: InputKind) {
        let isLive = cell.trace == .live
        give(kind) {
            $0.trackDescribed(
                ModelMedia.track, segments: timings, isLive: isLive, at: $1, into: &$2)
        }
    }

    /// The tracker says anew how many there are: this engine, its peers and as many again.
    private mutating func countMembers() {
        let viewers = 2 * cell.peers
        give(.slotAssigned) {
            $0.slotAssigned(slot: 1, viewers: viewers, edges: 0, at: $1, into: &$2)
        }
        events.add(.membersAreCounted, at: now + .seconds(30))
    }

    mutating func uniform() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
}
