import PeerWire
import Primitives
import SwarmCore

/// A schedule that is stepped by hand; what it asks for comes back as words.
///
/// Media: one track of thirty segments, two seconds and ten chunks each. Peers are named by a
/// letter, times are milliseconds.
struct Steps {
    static let chunks = 10
    static let length = chunks * ChunkGeometry.chunkSize
    let track = TrackID(1)
    var schedule: Schedule
    private(set) var now = Moment.start

    init(
        _ configuration: ScheduleConfiguration = ScheduleConfiguration(),
        segments: Range<Int> = 0..<30
    ) {
        schedule = Schedule(configuration: configuration, peersEnabled: true)
        describe(segments, isLive: false)
        var actions: [Schedule.Action] = []
        schedule.tracksSelected([track], at: now, into: &actions)
    }

    func segment(_ number: UInt64) -> SegmentID { SegmentID(track: track, number: number) }

    func peer(_ name: Character) -> PeerID {
        PeerID(Bytes32(words: (UInt64(name.asciiValue ?? 0), 0, 0, 0)))
    }

    @discardableResult
    mutating func at(
        _ milliseconds: Int, _ input: (inout Schedule, Moment, inout [Schedule.Action]) -> Void
    ) -> [String] {
        now = .start + .milliseconds(milliseconds)
        var actions: [Schedule.Action] = []
        input(&schedule, now, &actions)
        return actions.map(word)
    }

    /// Lets time pass, alarm by alarm; returns what was asked for, with the time of each.
    @discardableResult
    mutating func wait(until milliseconds: Int) -> [String] {
        var words: [String] = []
        let end = Moment.start + .milliseconds(milliseconds)
        while let deadline = schedule.deadline, deadline <= end {
            now = max(now, deadline)
            var actions: [Schedule.Action] = []
            schedule.timedOut(at: now, into: &actions)
            let time = Int(((now - .start).inSeconds * 1_000).rounded())
            words += actions.map { "\(time): \(word($0))" }
        }
        now = end
        return words
    }

    // MARK: Inputs by their short names

    @discardableResult
    mutating func describe(_ numbers: Range<Int>, isLive: Bool) -> [String] {
        let timings = numbers.map {
            SegmentTiming(
                number: UInt64($0), start: .seconds(2) * $0, duration: .seconds(2),
                estimatedLength: Self.length)
        }
        var actions: [Schedule.Action] = []
        schedule.trackDescribed(
            track, segments: timings, isLive: isLive, at: now, into: &actions)
        return actions.map(word)
    }

    @discardableResult
    mutating func request(_ number: UInt64, at milliseconds: Int) -> [String] {
        let segment = segment(number)
        return at(milliseconds) { $0.playerRequested(segment, at: $1, into: &$2) }
    }

    @discardableResult
    mutating func moved(_ position: Double, buffer: Double, at milliseconds: Int) -> [String] {
        let state = PlayerState(
            position: .seconds(position), buffer: .seconds(buffer), rate: 1)
        return at(milliseconds) { $0.playerMoved(state, at: $1, into: &$2) }
    }

    /// A peer connects and says what it holds.
    @discardableResult
    mutating func join(
        _ name: Character, has numbers: [UInt64], position: Double? = nil, at milliseconds: Int
    ) -> [String] {
        let peer = peer(name)
        let segments = numbers.map(segment)
        var words = at(milliseconds) {
            $0.peerJoined(peer, uploads: true, isEdge: false, at: $1, into: &$2)
        }
        if let position {
            let state = PlayerState(position: .seconds(position), buffer: .zero, rate: 1)
            words += at(milliseconds) { $0.peerMoved(peer, to: state, at: $1, into: &$2) }
        }
        return words + at(milliseconds) { $0.peerHas(peer, segments, at: $1, into: &$2) }
    }

    @discardableResult
    mutating func leaves(
        _ number: UInt64, from name: Character, at milliseconds: Int
    ) -> [String] {
        let (segment, peer) = (segment(number), peer(name))
        return at(milliseconds) {
            $0.leavesVerified(segment, length: Self.length, from: peer, at: $1, into: &$2)
        }
    }

    /// Chunks arrive; returns what is asked for then, and whether each chunk was of use.
    @discardableResult
    mutating func chunks(
        _ chunks: Range<Int>, of number: UInt64, from name: Character, at milliseconds: Int
    ) -> (words: [String], useful: [Bool]) {
        let (segment, peer) = (segment(number), peer(name))
        var useful: [Bool] = []
        let words = chunks.flatMap { chunk in
            at(milliseconds) {
                useful.append(
                    $0.chunkVerified(segment, chunk: chunk, from: peer, at: $1, into: &$2))
            }
        }
        return (words, useful)
    }

    /// The origin delivers a whole segment.
    @discardableResult
    mutating func origin(_ number: UInt64, at milliseconds: Int) -> [String] {
        let segment = segment(number)
        return at(milliseconds) {
            $0.originStarted(segment, length: Self.length, at: $1, into: &$2)
            $0.originReceived(segment, count: Self.length, at: $1, into: &$2)
            $0.originFinished(segment, at: $1, into: &$2)
        }
    }

    private func word(_ action: Schedule.Action) -> String {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, let reason):
            "origin \(segment.number)@\(offset / ChunkGeometry.chunkSize)\(upTo(end)) \(reason)"
        case .cancelOrigin(let segment): "cancel origin \(segment.number)"
        case .requestLeaves(let segment, let peer):
            "leaves \(segment.number) of \(name(peer))"
        case .requestChunks(let segment, let run, let peer, _):
            "\(segment.number):\(run.chunks) of \(name(peer))"
        case .tellRumour(let segment): "tell of \(segment.number)"
        case .cancelChunks(let segment, let run, let peer):
            "cancel \(segment.number):\(run.chunks) of \(name(peer))"
        }
    }

    private func upTo(_ end: Int?) -> String {
        end.map { "..<\($0 / ChunkGeometry.chunkSize)" } ?? ""
    }

    private func name(_ peer: PeerID) -> Character {
        Character(UnicodeScalar(UInt8(truncatingIfNeeded: peer.value.words.0)))
    }
}
