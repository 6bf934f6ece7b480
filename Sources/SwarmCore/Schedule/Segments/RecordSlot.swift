/// The place of a segment's record in a schedule's tables.
struct RecordSlot: Hashable, Comparable, Sendable {
    let index: Int

    init(_ index: Int) { self.index = index }

    static func < (left: RecordSlot, right: RecordSlot) -> Bool { left.index < right.index }
}
