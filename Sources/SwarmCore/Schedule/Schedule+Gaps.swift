import Primitives

/// What the origin is asked for at a time, of a segment that peers have brought in part.
extension Schedule {
    /// The bytes that the origin is to bring, or nil if peers are about to bring all.
    mutating func originPart(
        of record: RecordSlot, _ need: Need, isAided: Bool
    ) -> (offset: Int, end: Int?)? {
        if let share = takeShare(of: record) { return share }
        guard !isAided else {
            let offset = segments.entries[record.index].board.firstMissing(
                from: segments.entries[record.index].wantedChunk)
            let end = segments.entries[record.index].board.startOfPresentEnd
            // What is wanted first may be there already, and something before it missing.
            return (offset, end.map { $0 > offset } ?? true ? end : nil)
        }
        // Each gap costs a round trip of its own, and how long one takes is not known at first.
        let bridged = hasDelivered ? chunksBridged(of: record, need) : .max
        return segments.entries[record.index].board.gap(
            bridging: bridged, from: segments.entries[record.index].wantedChunk)
    }

    /// What is left of the time must be so many times what the origin needs, for live gaps to be brought
    /// one by one.
    private static let timeForGaps = 1.1

    /// Over how many chunks in a row that are there one fetch leads.
    ///
    /// Live over none while there is time: what lies behind them may be there sooner than it could be asked
    /// of the origin.
    private mutating func chunksBridged(of record: RecordSlot, _ need: Need) -> Int {
        let most = origin.chunksInRoundTrip
        guard isLive(record) else { return most }
        let (gaps, chunks) = segments.entries[record.index].board.gaps(bridging: most)
        let transfer = origin.time(for: chunks << ChunkGeometry.chunkLog, beside: busyFetches)
        let roundTrips = origin.time(for: 0) * max(0, gaps - 1)
        return need.timeLeft >= (transfer + roundTrips) * Self.timeForGaps ? 0 : most
    }
}
