package import Primitives

extension Schedule {
    /// All bytes of a segment are at hand, on disk if not in memory: nothing more is asked for.
    ///
    /// Should they turn out not to be, that is `segmentDropped`.
    package mutating func segmentStored(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        // What no playlist names is nobody's to keep a record of.
        guard tracks.place(of: segment) != nil else { return }
        let record = enter(segment)
        guard !segments.entries[record.index].isComplete else { return }
        segments.entries[record.index].wasDropped = false
        finish(record, at: now, into: &actions)
        checkInvariants()
    }
}
