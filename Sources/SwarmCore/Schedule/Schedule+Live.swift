import PeerWire
import Primitives

/// What a broadcast needs beyond a film: all want the same few segments at the same time, so that
/// each must come to be passed on as soon as it is there.
extension Schedule {
    @inline(__always)
    mutating func isLive(_ record: RecordSlot) -> Bool {
        segments.entries[record.index].place.map { tracks.entries[$0.track].isLive } ?? false
    }

    // MARK: Whose duty it is

    /// How long a chunk takes to leave this engine while others wait, or nil until that was measured.
    package mutating func uplinkMeasured(secondsPerChunk: Double?) {
        uplinkSecondsPerChunk = secondsPerChunk
    }

    /// A segment must leave within this many times its duration, or others should have fetched it.
    private static let slowestUplink = 1.5

    /// Whether others would wait too long for what this engine fetches for them.
    mutating func isTooSlowForOthers(_ record: RecordSlot) -> Bool {
        guard let seconds = uplinkSecondsPerChunk, isLive(record),
            let timing = segments.entries[record.index].timing
        else { return false }
        let chunks = Double(timing.estimatedLength) / Double(ChunkGeometry.chunkSize)
        return seconds * chunks > timing.duration.inSeconds * Self.slowestUplink
    }

    // MARK: Which chunks come first

    /// Counts, of the candidates that are compared, those that have each chunk nobody was asked for.
    mutating func countSources(_ errand: Errand, of record: RecordSlot) {
        scratch.sources.removeAll(keepingCapacity: true)
        guard errand == .ahead, !scratch.candidates.isEmpty,
            segments.entries[record.index].leaves == .known, isLive(record)
        else { return }
        scratch.sources.append(
            contentsOf: repeatElement(0, count: segments.entries[record.index].board.chunkCount))
        var next = segments.entries[record.index].board.nextUnasked(from: 0)
        while let chunk = next {
            var count = 0
            for candidate in scratch.candidates where candidate.supply.has(chunk) { count += 1 }
            scratch.sources[chunk] = count
            next = segments.entries[record.index].board.nextUnasked(from: chunk + 1)
        }
    }

    /// Shares the chunks of a live segment, what the fewest have first: most others lack it too.
    ///
    /// Returns false where all are equally rare.
    mutating func shareRarest(
        _ record: RecordSlot, from start: Int, _ need: Need, at now: Moment,
        into actions: inout [Action]
    ) -> Bool {
        var fewest = Int.max
        var most = 0
        for count in scratch.sources where count > 0 {
            fewest = min(fewest, count)
            most = max(most, count)
        }
        guard fewest < most else { return false }
        for count in fewest...most where scratch.candidates.contains(where: { $0.quota > 0 }) {
            let chunks = scratch.sources.count
            for step in 0..<chunks {
                let chunk = (start + step) % chunks
                guard scratch.sources[chunk] == count,
                    segments.entries[record.index].board.isUnasked(chunk),
                    let place = earliest(for: chunk, of: record, nil)
                else { continue }
                scratch.candidates[place].quota -= 1
                scratch.candidates[place].given += 1
                let slot = scratch.candidates[place].slot
                ask(record, chunk..<chunk + 1, of: slot, need, at: now, into: &actions)
            }
        }
        return true
    }
}
