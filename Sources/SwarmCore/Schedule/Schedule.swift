package import Primitives

/// Decides who is asked for which bytes, and when: peers while time allows, else the origin.
///
/// An input changes what is known, and only the segments and peers that it concerns are looked at
/// again. What is near the playhead is worked on nearest deadline first, what is far by rarity. The
/// caller carries out the actions of an input before it gives the next one.
///
/// It is large: what only looks at it is mutating all the same, as else most calls would copy it.
package struct Schedule: Sendable {
    let configuration: ScheduleConfiguration
    var arePeersEnabled: Bool
    var election: ElectionScope
    /// Equal reports that attest a segment where no edge node does.
    private var agreement: Int
    /// Changes with whatever ranks are computed from.
    var standing = 0

    var playhead: Playhead
    /// When the player last jumped, so that what it then waits for is known to be a seek's.
    var soughtAt: Moment?
    /// Whether anything that a player waited for has been delivered.
    var hasDelivered = false

    var tracks = TrackTable()
    var selectedTracks: [TrackID] = []
    var segments = SegmentTable()
    var peers = PeerTable()
    var origin = OriginEstimate()

    /// What is worked on, nearest deadline first: the near segments and those begun.
    var active: [RecordSlot] = []
    /// Segments with a player waiting for them.
    var requested: [RecordSlot] = []
    /// Segments that the origin is delivering.
    var fetching: [RecordSlot] = []
    /// Records of segments that no playlist names.
    var strays: [RecordSlot] = []
    /// By record: when a segment is to be looked at again, if nothing happens before.
    var alarms = AlarmHeap()
    /// When time alone brings another segment into the window.
    var horizonAt = Moment.distantFuture
    /// Media time up to which this member may ask the origin ahead of the player.
    var ownEnd = Duration.zero
    /// Counts the choices among far segments, so that each begins elsewhere.
    var farChoices: UInt64 = 0
    /// Inputs so far, by which debug builds tell when to check invariants.
    var inputs = 0
    /// How long a chunk takes to leave this engine, once it was measured.
    var uplinkSecondsPerChunk: Double?
    /// The part of each live segment that is taken from the origin at once, because peers cannot bring
    /// it.
    var originShare = 0.0
    var scratch = ScheduleScratch()

    /// Fetches, and requests of players, that seldom are more at a time.
    private static let usualFetches = 16

    package init(configuration: ScheduleConfiguration, peersEnabled: Bool) {
        self.configuration = configuration
        arePeersEnabled = peersEnabled
        election = configuration.election
        agreement = configuration.owners
        playhead = Playhead(assumedBuffer: configuration.assumedBuffer)
        fetching.reserveCapacity(Self.usualFetches)
        requested.reserveCapacity(Self.usualFetches)
    }

    /// When `timedOut(at:into:)` is next due, or nil while only other inputs can change anything.
    @inline(__always)
    package var deadline: Moment? {
        var earliest = min(horizonAt, alarms.first?.at ?? .distantFuture)
        earliest = min(earliest, peers.releases.first?.at ?? .distantFuture)
        return earliest == .distantFuture ? nil : earliest
    }

    /// The deadline, for whoever keeps the schedule where it is: to read the property copies it.
    package mutating func nextDeadline() -> Moment? { deadline }

    /// Whether a segment is being fetched or about to be.
    package func isWanted(_ segment: SegmentID) -> Bool {
        segments.slot(of: segment).map { segments.entries[$0.index].isActive } ?? false
    }

    /// Where playback is: the player's place, or that of the last of the peers without a player.
    package func position(at now: Moment) -> Duration? {
        if let position = playhead.position(at: now) { return position }
        let last = peers.order.places.first { $0.phase > -.infinity }
        return last.flatMap { peers.entries[$0.slot.index].position(at: now) }
    }

    package mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        if horizonAt <= now { updateHorizon(at: now, into: &actions) }
        while let (number, at) = alarms.first, at <= now {
            alarms.set(number, at: .distantFuture)
            plan(RecordSlot(number), at: now, into: &actions)
        }
        while let (number, at) = peers.releases.first, at <= now {
            peers.releases.set(number, at: .distantFuture)
            released(PeerSlot(number), at: now, into: &actions)
        }
        checkInvariants()
    }

    /// Members that fetch each segment from the origin.
    var owners: Int { mutating get { election.owners(agreeing: agreement) } }

    /// The tracker's number for this engine among its own kind: edge nodes, or viewers.
    package mutating func slotAssigned(
        slot: Int, viewers: Int, edges: Int, at now: Moment, into actions: inout [Action]
    ) {
        election.slotAssigned(
            slot: slot, viewers: viewers, edges: edges, isEdge: configuration.isEdge)
        standing += 1
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// How many members must fetch a segment so that their agreement attests it, without edge nodes.
    package mutating func ownersNeeded(
        _ count: Int, at now: Moment, into actions: inout [Action]
    ) {
        guard count != agreement else { return }
        agreement = count
        standing += 1
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// Switches peers on or off; what is outstanding from them when they go off moves to the origin.
    package mutating func peersEnabled(
        _ enabled: Bool, at now: Moment, into actions: inout [Action]
    ) {
        arePeersEnabled = enabled
        if !enabled {
            for record in active { cancelPeers(of: record, into: &actions) }
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }
}
