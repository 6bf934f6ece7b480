import Primitives

/// The records of segments by slot; a slot is used again once its segment is forgotten.
struct SegmentTable: Sendable {
    private var slots = NumberIndex()
    private var vacant: [RecordSlot] = []
    /// By slot; reached directly, as a subscript of the table would copy an entry for every read.
    var entries: [SegmentRecord] = []
    /// What segments that are over worked with, for those that begin.
    private var spares: [SegmentMemory] = []
    /// Segments that can be worked on at a time without more memory.
    private var memoryCount = 0
    /// Seldom more peers are asked for one segment.
    private static let mostPeers = 32

    var count: Int { slots.count }

    @inline(__always)
    mutating func readAhead() -> Int { entries.count &+ slots.size }

    @inline(__always)  // A call that cannot change the table would copy it.
    func slot(of segment: SegmentID) -> RecordSlot? {
        var probe = slots.probe(for: Self.key(of: segment))
        while let number = slots.next(&probe) {
            if entries[number].id == segment { return RecordSlot(number) }
        }
        return nil
    }

    /// All records; of use for checks alone.
    var occupied: [RecordSlot] {
        let unused = Set(vacant)
        return entries.indices.map { RecordSlot($0) }.filter { !unused.contains($0) }
    }

    @inline(__always)
    private static func key(of segment: SegmentID) -> UInt64 {
        segment.track.value ^ segment.number &* 0xff51_afd7_ed55_8ccd
    }

    /// A fresh record; its memory may be that of a forgotten one.
    mutating func enter(_ segment: SegmentID) -> RecordSlot {
        guard let slot = vacant.popLast() else {
            let slot = RecordSlot(entries.count)
            entries.append(SegmentRecord(id: segment))
            slots.insert(slot.index, for: Self.key(of: segment))
            return slot
        }
        entries[slot.index].reuse(for: segment)
        slots.insert(slot.index, for: Self.key(of: segment))
        return slot
    }

    /// Takes memory up for work on a segment.
    mutating func begin(_ slot: RecordSlot) {
        guard !entries[slot.index].hasMemory else { return }
        if spares.isEmpty { provide() }
        guard var memory = spares.popLast() else { return }
        entries[slot.index].exchange(&memory)
    }

    /// Leaves the memory of a segment to others, if nothing is in it.
    mutating func end(_ slot: RecordSlot) {
        guard entries[slot.index].hasMemory, entries[slot.index].isMemoryEmpty else { return }
        var memory = SegmentMemory()
        entries[slot.index].exchange(&memory)
        spares.append(memory)
    }

    /// Makes room for so many records.
    mutating func reserve(_ count: Int) {
        guard count > entries.capacity else { return }
        entries.reserveCapacity(count)
        slots.reserve(count)
        vacant.reserveCapacity(count)
        spares.reserveCapacity(count)
    }

    /// Allocates memory for a quarter more segments than ever were worked on at a time.
    private mutating func provide() {
        let more = 1 + memoryCount / 4
        for _ in 0..<more { spares.append(SegmentMemory(reserving: Self.mostPeers)) }
        memoryCount += more
    }

    mutating func forget(_ slot: RecordSlot) {
        entries[slot.index].startOver()
        end(slot)
        slots.remove(slot.index, for: Self.key(of: entries[slot.index].id))
        vacant.append(slot)
    }
}
