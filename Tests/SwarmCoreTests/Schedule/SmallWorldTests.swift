import PeerWire
import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// Two peers, two segments of two chunks each, six events in every order that there is.
@Suite struct SmallWorldTests {
    private static let segments = [0, 1].map { SegmentID(track: TrackID(1), number: $0) }
    private static let peers = [1, 2].map { PeerID(Bytes32(words: ($0, 0, 0, 0))) }

    @Test func `peers come and tell what they have while a player asks`() {
        let (a, b) = (Self.peers[0], Self.peers[1])
        expectAllOrders(of: [
            .peerJoined(a, uploads: true, isEdge: false), .peerHas(a, Self.segments),
            .peerJoined(b, uploads: true, isEdge: false),
            .peerReceives(b, Self.segments[0], ChunkMask(prefix: 1, of: 2)),
            .playerRequested(Self.segments[0], nil), .playerRequested(Self.segments[1], nil),
        ])
    }

    @Test func `peers refuse, leave and are switched off while they are asked`() {
        let (a, b) = (Self.peers[0], Self.peers[1])
        expectAllOrders(
            of: [
                .chunkVerified(Self.segments[0], chunk: 0, from: a),
                .requestEnded(Self.segments[0], ChunkRun(0..<2), from: a, .absent),
                .requestEnded(
                    Self.segments[0], ChunkRun(0..<2), from: b,
                    .busy(retryAfter: .milliseconds(300))),
                .peerLeft(a), .peerEvicted(b, [Self.segments[0]]), .peersEnabled(false),
            ], after: Self.arrivals + Self.requests)
    }

    @Test func `the origin delivers, breaks off and is told that nobody waits`() {
        let segment = Self.segments[0]
        expectAllOrders(
            of: [
                .originStarted(segment, length: SmallWorld.length),
                .originReceived(segment, count: SmallWorld.length),
                .originFailed(segment, retryAfter: .milliseconds(200)),
                .segmentDropped(segment), .playerReleased(segment),
                .playerRequested(segment, nil),
            ], after: Self.requests)
    }

    @Test func `the player jumps, pauses and takes another track while peers are asked`() {
        let paused = PlayerState(position: .zero, buffer: .zero, rate: 0)
        let later = PlayerState(position: .seconds(60), buffer: .zero, rate: 1)
        expectAllOrders(
            of: [
                .playerMoved(paused), .playerMoved(later), .tracksSelected([TrackID(2)]),
                .playerReleased(Self.segments[0]),
                .leavesUnavailable(Self.segments[1], from: Self.peers[1]),
                .trackDescribed(TrackID(1), [], isLive: true),
            ], after: Self.arrivals + Self.requests)
    }

    private static let requests = segments.map { ScheduleInput.playerRequested($0, nil) }

    private static let arrivals: [ScheduleInput] = peers.flatMap {
        [.peerJoined($0, uploads: true, isEdge: false), .peerHas($0, segments)]
    }

    /// Whatever the order, and whether peers answer or not: no rule is broken, and what is waited
    /// for is there in the end.
    private func expectAllOrders(
        of events: [ScheduleInput], after beginning: [ScheduleInput] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var order = events
        permute(&order, from: 0) { order in
            for peersAnswer in [false, true] {
                var world = SmallWorld(peersAnswer: peersAnswer)
                for input in beginning + order { world.feed(input) }
                world.finish()
                if let report = world.watched.report {
                    Issue.record("\(report)", sourceLocation: sourceLocation)
                    return false
                }
            }
            return true
        }
    }

    /// Calls `body` with every order of the elements from a place on, until it returns false.
    @discardableResult
    private func permute(
        _ elements: inout [ScheduleInput], from place: Int, _ body: ([ScheduleInput]) -> Bool
    ) -> Bool {
        guard place < elements.count else { return body(elements) }
        for other in place..<elements.count {
            elements.swapAt(place, other)
            defer { elements.swapAt(place, other) }
            guard permute(&elements, from: place + 1, body) else { return false }
        }
        return true
    }
}

/// A world in which everybody who answers does so within the same step.
private struct SmallWorld {
    static let length = 2 * ChunkGeometry.chunkSize
    private(set) var watched = WatchedSchedule()
    private let peersAnswer: Bool
    private var now = Moment.start
    private var fetches: [SegmentID: Range<Int>] = [:]

    init(peersAnswer: Bool) {
        self.peersAnswer = peersAnswer
        let timings = (0..<4).map {
            SegmentTiming(
                number: UInt64($0), start: .seconds(2) * $0, duration: .seconds(2),
                estimatedLength: Self.length)
        }
        feed(.trackDescribed(TrackID(1), timings, isLive: false))
        feed(.tracksSelected([TrackID(1)]))
    }

    mutating func feed(_ input: ScheduleInput) {
        now = now + .milliseconds(20)
        var inputs = [input]
        while let next = inputs.popLast() {
            if case .originStarted(let segment, _) = next, !watched.oracle.mayStart(segment) {
                continue
            }
            for action in watched.feed(next, at: now) { inputs += answers(to: action) }
        }
    }

    private mutating func answers(to action: Schedule.Action) -> [ScheduleInput] {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, _):
            fetches[segment] = offset..<(end ?? Self.length)
            return []
        case .cancelOrigin(let segment):
            fetches[segment] = nil
            return []
        case .requestLeaves(let segment, let peer):
            return peersAnswer ? [.leavesVerified(segment, length: Self.length, from: peer)] : []
        case .requestChunks(let segment, let run, let peer, _):
            // The last one stays away, as if it had got lost.
            let given = peersAnswer ? run.chunks.dropLast() : 0..<0
            return given.map { .chunkVerified(segment, chunk: $0, from: peer) }
        case .cancelChunks, .tellRumour: return []
        }
    }

    /// From now on the origin brings what it is asked for, and nobody else brings anything.
    mutating func finish() {
        for segment in watched.oracle.awaited where watched.oracle.isGivenUp(segment) {
            feed(.playerRequested(segment, nil))
        }
        let end = now + .seconds(20)
        while watched.report == nil, now < end, !watched.oracle.awaited.isEmpty {
            if let (segment, range) = fetches.min(by: { $0.key < $1.key }) {
                fetches[segment] = nil
                feed(.originStarted(segment, length: Self.length))
                feed(.originReceived(segment, count: max(0, range.count)))
                feed(.originFinished(segment))
            } else if let deadline = watched.schedule.deadline {
                now = max(now, deadline)
                feed(.timedOut)
            } else {
                break
            }
        }
        for segment in watched.oracle.awaited where watched.report == nil {
            watched.violated("\(segment) never came")
        }
    }
}
