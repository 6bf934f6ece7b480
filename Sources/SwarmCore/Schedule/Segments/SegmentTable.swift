import Primitives

/// The records of segments by slot; a slot is used again once its segment is forgotten.
struct SegmentTable: Sendable {
    private var slots: [SegmentID: RecordSlot] = [:]
    private var vacant: [RecordSlot] = []
    private var entries: [SegmentRecord] = []

    subscript(slot: RecordSlot) -> SegmentRecord {
        _read { yield entries[slot.index] }
        _modify { yield &entries[slot.index] }
    }

    func slot(of segment: SegmentID) -> RecordSlot? { slots[segment] }

    /// All records, in no particular order.
    var occupied: some Collection<RecordSlot> { slots.values }

    /// A fresh record; its memory may be that of a forgotten one.
    mutating func enter(_ segment: SegmentID) -> RecordSlot {
        guard let slot = vacant.popLast() else {
            let slot = RecordSlot(entries.count)
            entries.append(SegmentRecord(id: segment))
            slots[segment] = slot
            return slot
        }
        entries[slot.index].reuse(for: segment)
        slots[segment] = slot
        return slot
    }

    mutating func forget(_ slot: RecordSlot) {
        slots[entries[slot.index].id] = nil
        vacant.append(slot)
    }
}
