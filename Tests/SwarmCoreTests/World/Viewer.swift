import PeerWire
import Primitives
import SwarmCore

/// One engine of the world: the machines as an engine composes them, without bytes or I/O.
struct Viewer {
    struct Fetch {
        let number: Int
        let offset: Int
        let end: Int?
        let reason: OriginReason
        var received = 0
        var isAnswered = false
    }

    struct Traits {
        var upload = 2_000_000.0
        var origin = 4_000_000.0
        var firstByte = Duration.milliseconds(60)
        /// From then on the viewer takes requests and sends nothing.
        var silentFrom = Moment.distantFuture
    }

    struct Outstanding: Hashable {
        let peer: PeerID
        let segment: SegmentID
        let chunk: Int
    }

    let traits: Traits
    var schedule: Schedule
    var player: TestPlayer
    var uploads: UploadQueue
    var ledger = Ledger()
    var peers: [PeerID: PeerState] = [:]
    var assemblies: [SegmentID: SegmentAssembly] = [:]
    var stored: Set<SegmentID> = []
    var fetches: [SegmentID: Fetch] = [:]
    var announcedChunks: [SegmentID: Int] = [:]
    /// The last alarm of the schedule that was queued.
    var alarm: Moment?
    var isAlive = true
    var isSending = false
    /// What the player asked for and did not take back, and what it was given.
    var requests = 0
    var finishes = 0
    var originSegments: [OriginReason: Int] = [:]
    /// Every request to a peer that has not ended, to see that none is doubled.
    var outstanding: Set<Outstanding> = []

    init(traits: Traits, options: World.Options) {
        self.traits = traits
        schedule = Schedule(
            configuration: options.configuration, peersEnabled: options.peersEnabled)
        player = TestPlayer(
            film: options.film, targetBuffer: options.targetBuffer, rate: options.rate)
        uploads = UploadQueue(configuration: UploadConfiguration())
    }

    /// Gives one input to the schedule, in place.
    mutating func feed(
        _ input: (inout Schedule, Moment, inout [Schedule.Action]) -> Void, at now: Moment
    ) -> [Schedule.Action] {
        var actions: [Schedule.Action] = []
        input(&schedule, now, &actions)
        return actions
    }

    mutating func setLength(_ length: Int, of segment: SegmentID) {
        let fits = assemblies[segment, default: SegmentAssembly(length: nil)].lengthKnown(length)
        precondition(fits, "two lengths of one segment")
    }

    /// Bytes of the origin arrived.
    mutating func received(_ bytes: Range<Int>, of segment: SegmentID, reason: OriginReason) {
        let new = assemblies[segment, default: SegmentAssembly(length: nil)].originDelivered(bytes)
        ledger.received(new, of: segment, from: .origin(reason))
        ledger.wasted(bytes.count - new, .duplicate)
    }

    /// A chunk of a peer arrived; returns whether it was of use.
    mutating func received(_ chunk: Int, of segment: SegmentID) -> Bool {
        let new = assemblies[segment]?.chunkVerified(chunk) ?? 0
        if new > 0 {
            ledger.received(new, of: segment, from: .peer)
        } else {
            ledger.wasted(ChunkGeometry.chunkSize, .duplicate)
        }
        return new > 0
    }

    mutating func forgetRequests(to peer: PeerID) {
        outstanding = outstanding.filter { $0.peer != peer }
    }

    /// Peers of the world are honest: none of them may be found in violation.
    mutating func judge(
        _ peer: PeerID, at now: Moment,
        _ input: (inout PeerState, Moment) throws(PeerViolation) -> Void
    ) {
        guard var state = peers[peer] else { return }
        do {
            try input(&state, now)
        } catch {
            preconditionFailure("an honest peer is in violation: \(error)")
        }
        peers[peer] = state
    }
}
