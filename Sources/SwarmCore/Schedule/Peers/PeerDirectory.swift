import Primitives

/// Which slot each connected peer has; slots that are free again are used first.
struct PeerDirectory: Sendable {
    private var slots: [PeerID: PeerSlot] = [:]
    private var vacant: [PeerSlot] = []
    private(set) var slotCount = 0

    var count: Int { slots.count }

    subscript(peer: PeerID) -> PeerSlot? { slots[peer] }

    /// The slots in use, lowest first.
    var occupied: [PeerSlot] { slots.values.sorted() }

    /// Nil for a peer that has a slot already.
    mutating func enter(_ peer: PeerID) -> PeerSlot? {
        guard slots[peer] == nil else { return nil }
        let slot = vacant.popLast() ?? PeerSlot(slotCount)
        slotCount = max(slotCount, slot.index + 1)
        slots[peer] = slot
        return slot
    }

    mutating func leave(_ peer: PeerID) -> PeerSlot? {
        guard let slot = slots.removeValue(forKey: peer) else { return nil }
        vacant.append(slot)
        return slot
    }
}
