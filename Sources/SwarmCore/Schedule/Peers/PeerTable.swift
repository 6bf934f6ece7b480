import Primitives

/// The connected peers by slot, in the order of their playheads, and when those that said they are
/// busy may be asked again.
struct PeerTable: Sendable {
    private(set) var directory = PeerDirectory()
    private(set) var order = PeerOrder()
    /// By slot; reached directly, as a subscript of the table would copy an entry for every read.
    var entries: [RemotePeer] = []
    /// By slot: when a pause that a peer asked for ends.
    var releases = AlarmHeap()
    /// Peers that need longer for a chunk are among the slowest tenth, and get nothing while there
    /// are others.
    private(set) var slowBound = Double.infinity
    private var judgedAt = Moment.start
    /// When the last one came.
    private(set) var lastCameAt = Moment.start
    /// Memory that judging uses again and again.
    private var rates: [Double] = []

    /// So few measured peers have no slowest tenth.
    private static let smallestSample = 10
    private static let judgementGap = Duration.seconds(2)

    var isEmpty: Bool { directory.count == 0 }

    // Mutating, though they change nothing: else every call would copy the peer.

    mutating func holds(_ segment: SegmentID, _ slot: PeerSlot) -> Bool {
        entries[slot.index].holds(segment)
    }

    mutating func isReceiving(_ segment: SegmentID, _ slot: PeerSlot) -> Bool {
        entries[slot.index].isReceiving(segment)
    }

    mutating func supply(of segment: SegmentID, _ slot: PeerSlot) -> ChunkSupply {
        entries[slot.index].supply(of: segment)
    }

    @inline(__always)
    mutating func readAhead() -> Int { entries.count &+ directory.size &+ order.places.count }

    @inline(__always)
    func slot(of peer: PeerID) -> PeerSlot? {
        var probe = directory.probe(for: peer)
        while let slot = directory.next(&probe) {
            if entries[slot.index].id == peer { return slot }
        }
        return nil
    }

    /// Nil for a peer that is here already.
    mutating func enter(
        _ peer: PeerID, uploads: Bool, isEdge: Bool, largestWindow: Int, at now: Moment
    ) -> PeerSlot? {
        guard slot(of: peer) == nil else { return nil }
        let slot = directory.enter(peer)
        lastCameAt = now
        if slot.index == entries.count {
            let window = RequestWindow(largest: largestWindow)
            entries.append(RemotePeer(id: peer, uploads: uploads, isEdge: isEdge, window: window))
        } else {
            entries[slot.index].become(peer, uploads: uploads, isEdge: isEdge)
        }
        order.insert(slot, phase: entries[slot.index].phase)
        releases.reserve(directory.slotCount)
        rates.reserveCapacity(entries.capacity)
        return slot
    }

    mutating func leave(_ peer: PeerID) -> PeerSlot? {
        guard let slot = slot(of: peer) else { return nil }
        directory.leave(peer, slot)
        order.remove(slot, phase: entries[slot.index].phase)
        releases.set(slot.index, at: .distantFuture)
        return slot
    }

    mutating func moved(_ slot: PeerSlot, to state: PlayerState, at now: Moment) {
        order.remove(slot, phase: entries[slot.index].phase)
        entries[slot.index].moved(to: state, at: now)
        entries[slot.index].phase = PeerOrder.phase(of: state.position, at: now)
        order.insert(slot, phase: entries[slot.index].phase)
    }

    mutating func pause(_ slot: PeerSlot, until moment: Moment) {
        entries[slot.index].busyUntil = moment
        releases.set(slot.index, at: moment)
    }

    /// Finds anew, but not often, from which rate on a peer is among the slowest tenth.
    mutating func judgeRates(at now: Moment) {
        guard now - judgedAt >= Self.judgementGap else { return }
        judgedAt = now
        rates.removeAll(keepingCapacity: true)
        for place in order.places where entries[place.slot.index].window.estimate.isMeasured {
            rates.append(entries[place.slot.index].window.estimate.secondsPerChunk)
        }
        guard rates.count >= Self.smallestSample else {
            slowBound = .infinity
            return
        }
        slowBound = rates.select(rates.count - 1 - rates.count / Self.smallestSample)
    }
}
