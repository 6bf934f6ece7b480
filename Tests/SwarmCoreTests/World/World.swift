import PeerWire
import Primitives
import SwarmCore

/// A small swarm in virtual time: viewers, their access links, and one origin.
struct World {
    struct Options {
        var seed: UInt64 = 1
        var film = Film()
        var peersEnabled = true
        var targetBuffer = Duration.seconds(12)
        var rate = 1.0
        var latency = Duration.milliseconds(20)
        /// From a segment being whole to its attestation being known to all.
        var attestation = Duration.milliseconds(50)
        var announcesChunks = true
        var configuration = ScheduleConfiguration()
    }

    enum Message {
        case hello
        case have([SegmentID])
        case receives(SegmentID, chunks: Int)
        case evicted(SegmentID)
        case moved(PlayerState)
        case leavesRequest(SegmentID)
        case leaves(SegmentID)
        case request(SegmentID, ChunkRun, within: Duration)
        case data(SegmentID, chunk: Int)
        case absent(SegmentID, ChunkRun)
        case busy(SegmentID, ChunkRun, retryAfter: Duration)
        case cancel(SegmentID, ChunkRun)
        case gone
    }

    enum Event {
        case message(Message, from: PeerID, to: PeerID)
        case tick(PeerID)
        case alarm(PeerID, at: Moment)
        case origin(PeerID, SegmentID, fetch: Int)
        case send(PeerID)
        case script(Script)
    }

    enum Script {
        case join(Viewer.Traits)
        case leave(Int)
        case seek(Int, segment: Int)
        case origin(isUp: Bool)
        case peers(Int, enabled: Bool)
        case drop(Int, segment: Int)
    }

    static let tick = Duration.milliseconds(50)

    let options: Options
    var random: SeededRandom
    var now = Moment.start
    var queue = EventQueue<Event>()
    var viewers: [PeerID: Viewer] = [:]
    /// All that ever joined, in order, and those that are members now, by slot.
    var everyone: [PeerID] = []
    var members: [PeerID] = []
    var isOriginUp = true
    var fetchCount = 0
    var events = 0
    var scriptsLeft = 0

    init(_ options: Options) {
        self.options = options
        random = SeededRandom(seed: options.seed)
    }

    mutating func at(_ time: Duration, _ script: Script) {
        scriptsLeft += 1
        queue.add(.script(script), at: .start + time)
    }

    /// Runs until everyone alive has seen the end, or the time is over; returns whether all have.
    mutating func run(for time: Duration) -> Bool {
        let end = Moment.start + time
        while let (at, event) = queue.next(), at <= end {
            now = at
            events += 1
            handle(event)
            if areAllDone { return true }
        }
        return areAllDone
    }

    private var areAllDone: Bool {
        scriptsLeft == 0
            && viewers.values.allSatisfy { !$0.isAlive || $0.player.isAtEnd }
    }
}
