import Primitives

/// Which slot each connected peer has; slots that are free again are used first.
struct PeerDirectory: Sendable {
    /// By the head of the peer's name.
    private var slots = NumberIndex()
    private var vacant: [PeerSlot] = []
    private(set) var slotCount = 0

    var count: Int { slots.count }

    /// Places for peers, taken or not.
    var size: Int { slots.size }

    /// The slots in use, lowest first; of use for checks alone.
    var occupied: [PeerSlot] {
        let unused = Set(vacant)
        return (0..<slotCount).map { PeerSlot($0) }.filter { !unused.contains($0) }
    }

    /// Those that the peer may have, to be compared with who has them.
    @inline(__always)
    func probe(for peer: PeerID) -> NumberIndex.Probe { slots.probe(for: peer.value.prefix64) }

    @inline(__always)
    func next(_ probe: inout NumberIndex.Probe) -> PeerSlot? {
        slots.next(&probe).map { PeerSlot($0) }
    }

    /// Gives a slot to a peer that has none.
    mutating func enter(_ peer: PeerID) -> PeerSlot {
        let slot = vacant.popLast() ?? PeerSlot(slotCount)
        slotCount = max(slotCount, slot.index + 1)
        slots.insert(slot.index, for: peer.value.prefix64)
        return slot
    }

    mutating func leave(_ peer: PeerID, _ slot: PeerSlot) {
        slots.remove(slot.index, for: peer.value.prefix64)
        vacant.append(slot)
    }
}
