import PeerWire
import Primitives
import SwarmCore

/// One engine of the swarm: the machines as an engine composes them, without bytes or I/O.
struct Member: Sendable {
    let index: MemberIndex
    let person: Person
    let joinedAt: Int64

    // MARK: Machines

    var schedule: Schedule
    var uploads: UploadQueue
    var ledger = Ledger()
    var arrivals: ArrivalNews
    var progress = ProgressNews()
    var announces: AnnounceSchedule
    var diverging = DivergingTracks()
    /// Edge nodes have none.
    var player: SimulatedPlayer?

    // MARK: Segments

    /// The segment of the first copy.
    private var firstCopy: SegmentNumber
    private var copies: [SegmentCopy] = []
    /// The segments that the playlist named last.
    var playlist: ClosedRange<SegmentNumber>?
    var fetches: [OriginFetch] = []
    var retries: [SegmentNumber: OriginRetry] = [:]

    // MARK: Lines

    var links: [Link] = []
    /// The peers by place, or -1: searched often, and so kept close together.
    var peers: [MemberIndex] = []
    /// By place, the heads of the peers' names, of which many are looked at for each who is told.
    private var prefixes: [UInt64] = []
    var peerCount = 0
    var dialling = 0
    var record = PeerRecord()
    var uplinkRate: Double
    /// From then on chunks can come through the downlink.
    var downlinkFreeAt: Int64 = 0
    /// What is on the uplink has left it by then.
    var uplinkFreeAt: Int64 = 0
    /// The end of what is on the uplink is waited for.
    var isSending = false
    /// Takes requests and sends nothing.
    var isSilent = false

    // MARK: Life

    /// The earliest alarm that is queued.
    var alarmAt = Int64.max
    var isPresent = true
    var hasPlayed = false
    var arePeersEnabled: Bool

    init(
        _ index: MemberIndex, _ person: Person, configuration: ScheduleConfiguration,
        uploads: UploadConfiguration, arePeersEnabled: Bool, from firstCopy: SegmentNumber,
        announceInterval: Duration, at now: Moment
    ) {
        self.index = index
        self.person = person
        self.firstCopy = firstCopy
        joinedAt = now.nanoseconds
        uplinkRate = person.uplink
        self.arePeersEnabled = arePeersEnabled
        schedule = Schedule(configuration: configuration, peersEnabled: arePeersEnabled)
        self.uploads = UploadQueue(configuration: uploads)
        arrivals = ArrivalNews(at: now)
        announces = AnnounceSchedule(interval: announceInterval)
        announces.connected(interval: announceInterval, at: now)
    }

    /// The copy of any segment; nothing is here of one that was never heard of.
    subscript(segment: SegmentNumber) -> SegmentCopy {
        @inline(__always)  // A call that cannot change the member would copy it.
        get {
            guard segment >= firstCopy, Int(segment - firstCopy) < copies.count else {
                return SegmentCopy()
            }
            return copies[Int(segment - firstCopy)]
        }
        set {
            // What was on the air before this member came is not kept.
            guard segment >= firstCopy else { return }
            let place = Int(segment - firstCopy)
            if place >= copies.count {
                copies.append(
                    contentsOf: repeatElement(SegmentCopy(), count: place + 1 - copies.count))
            }
            copies[place] = newValue
        }
    }

    /// The segments that peers are told of, in ascending order.
    mutating func gatherOffered(into segments: inout [SegmentNumber]) {
        for place in copies.indices where copies[place].isOffered {
            segments.append(firstCopy + SegmentNumber(place))
        }
    }

    /// The place of the connection to a peer.
    mutating func place(of peer: MemberIndex) -> Int? { peers.firstIndex(of: peer) }

    /// Takes a place for a connection; returns its number.
    mutating func takePlace() -> Int {
        if let free = peers.firstIndex(of: -1) { return free }
        links.append(Link())
        peers.append(-1)
        prefixes.append(0)
        return peers.count - 1
    }

    mutating func open(
        _ place: Int, to remote: LinkEnd, _ peer: PeerID, latency: Int64, at now: Moment
    ) {
        links[place].open(to: remote, peer, latency: latency, at: now)
        peers[place] = remote.member
        prefixes[place] = peer.value.prefix64
        peerCount += 1
    }

    mutating func close(_ place: Int) {
        links[place].close()
        peers[place] = -1
        peerCount -= 1
    }

    /// The peer at the other side of a connection, unless that has ended since.
    mutating func sender(at end: LinkEnd) -> PeerID? {
        let place = Int(end.slot)
        guard place < links.count else { return nil }
        return links[place].sender(generation: end.generation)
    }

    /// Where a message goes, and the nanoseconds that it takes; nil without a connection.
    mutating func route(_ place: Int) -> (to: LinkEnd, latency: Int64)? {
        guard links[place].isOpen else { return nil }
        return (links[place].remote, links[place].latency)
    }

    /// A segment is whole: gathers the places of those that are to hear of it.
    mutating func offer(_ segment: SegmentID, to places: inout [Int]) {
        for place in peers.indices where peers[place] >= 0 {
            if links[place].state.shouldHear(of: segment) { places.append(place) }
        }
    }

    /// Gathers the places of those that are not known to have the segment.
    mutating func lacking(_ segment: SegmentID, to places: inout [Int]) {
        for place in peers.indices where peers[place] >= 0 {
            if links[place].lacks(segment, nil) { places.append(place) }
        }
    }

    /// Gathers the places of those that are to hear of chunks which they are not known to have;
    /// the segment was told of `before` times.
    mutating func lacking(
        _ segment: SegmentID, _ chunks: ChunkMask, before: Int, to places: inout [Int]
    ) {
        let audience = NewsAudience(
            of: segment, by: person.id, among: peerCount, before: before,
            hasRoom: uploads.hasFreeSlot, isAll: schedule.isToldToAll(segment))
        guard !audience.isEmpty else { return }
        for place in peers.indices where peers[place] >= 0 {
            if audience.contains(prefix: prefixes[place]), links[place].lacks(segment, chunks) {
                places.append(place)
            }
        }
    }

    // Mutating, though they change nothing: else every call would copy a machine.

    /// The segment that the player waits for.
    var waitsFor: SegmentNumber? { mutating get { player?.waitsFor } }

    /// When the schedule is to be looked at again.
    mutating func alarm() -> Int64? { schedule.nextDeadline()?.nanoseconds }

    /// This member's end of a connection.
    func end(_ place: Int) -> LinkEnd {
        LinkEnd(member: index, slot: UInt16(place), generation: links[place].generation)
    }

    // Reads ahead, step by step: see `Simulation.lookAhead`.

    /// Reads where everything is.
    mutating func readAhead(place: Int) -> Int {
        let own =
            copies.count &+ peers.count &+ Int(truncatingIfNeeded: uplinkFreeAt)
            &+ schedule.readAhead() &+ uploads.readAhead()
        guard place < links.count else { return own }
        return own &+ links[place].readAhead()
    }

    /// Reads what is known of every peer.
    mutating func readAheadPeers() -> Int {
        var sum = schedule.readAheadPeers()
        for place in links.indices { sum &+= links[place].state.readAhead() }
        return sum
    }

    /// Looks for what is known of a peer and a segment; nil where the connection has ended.
    mutating func aim(place: Int, _ segment: SegmentNumber?) -> Schedule.Aim? {
        guard place < links.count, links[place].isOpen else { return nil }
        return schedule.aim(links[place].peer, segment.map { Media.id($0) })
    }

    /// Reads what is known of them.
    mutating func readAhead(_ aim: Schedule.Aim, place: Int, _ segment: SegmentNumber?) -> Int {
        schedule.readAhead(aim) &+ links[place].state.readAhead()
            &+ Int(truncatingIfNeeded: segment.map { self[$0].chunks } ?? 0)
    }

    /// Lets go of everything: the member is gone.
    mutating func leave() {
        isPresent = false
        copies = []
        links = []
        peers = []
        prefixes = []
        peerCount = 0
        fetches = []
        retries = [:]
        record = PeerRecord()
        schedule = Schedule(configuration: ScheduleConfiguration(), peersEnabled: false)
        uploads = UploadQueue(configuration: UploadConfiguration())
    }
}
