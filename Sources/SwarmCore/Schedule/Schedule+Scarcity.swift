import PeerWire
package import Primitives

/// Broadcasts whose viewers cannot give as much as all of them watch.
///
/// What uplinks do not carry has to come from the origin, and is of most use early: every viewer then
/// takes another part of each segment at once, so that all have something to give to all. How large
/// the part is each learns from what peers had not brought when time ran out.
extension Schedule {
    /// Whether a segment is whole and of a broadcast among viewers alone.
    mutating func isAmongViewers(_ record: RecordSlot) -> Bool {
        election.isOfViewers && isLive(record) && partDuration(of: record) == nil
    }

    /// Whether all peers are to hear at once of what arrives of a segment: where no edge node gives it
    /// to all, it spreads no faster than the news of it.
    package mutating func isToldToAll(_ segment: SegmentID) -> Bool {
        guard let record = segments.slot(of: segment) else { return false }
        return isAmongViewers(record)
    }

    // MARK: The part taken from the origin

    /// Below this there is enough of everything.
    private static let smallestShare = 0.01

    /// Chooses the part of a segment that this member takes from the origin for all, once for each;
    /// returns whether there is one to be taken now.
    mutating func choosesShare(of record: RecordSlot) -> Bool {
        guard originShare > Self.smallestShare,
            segments.entries[record.index].leaves == .known,
            !segments.entries[record.index].hasChosenShare, isAmongViewers(record)
        else { return false }
        segments.entries[record.index].hasChosenShare = true
        let count = segments.entries[record.index].board.chunkCount
        let seed = SeededRandom.value(
            (configuration.diversity ?? 0) ^ segments.entries[record.index].id.number)
        let size = Int(Double(count) * originShare + SeededRandom.fraction(seed))
        guard count > 0, size > 0 else { return false }
        var start = Int(seed % UInt64(count))
        if start + size > count {
            // The larger of the two pieces decides at which end the part lies.
            start = 2 * start + size > 2 * count ? 0 : max(0, count - size)
        }
        guard let first = segments.entries[record.index].board.nextUnasked(from: start),
            first < start + size
        else { return false }
        var end = first + 1
        while end < min(count, start + size), segments.entries[record.index].board.isUnasked(end) {
            end += 1
        }
        segments.entries[record.index].share = first..<end
        return true
    }

    /// The bytes of the part that was chosen, which is taken only once.
    mutating func takeShare(of record: RecordSlot) -> (offset: Int, end: Int?)? {
        guard let share = segments.entries[record.index].share else { return nil }
        segments.entries[record.index].share = nil
        let isLast = share.upperBound == segments.entries[record.index].board.chunkCount
        return (
            share.lowerBound << ChunkGeometry.chunkLog,
            isLast ? nil : share.upperBound << ChunkGeometry.chunkLog
        )
    }

    // MARK: How large it is

    /// Of what was late, so much is taken early from then on.
    private static let gain = 0.25
    /// Less is taken after a segment that was late in nothing: much less if it was there early.
    private static let decay = (factor: 0.98, step: 0.001)
    private static let earlyDecay = (factor: 0.85, step: 0.01)

    /// Notes how much the origin is asked for because peers have not brought it.
    mutating func noteLate(
        _ record: RecordSlot, _ reason: OriginReason, from offset: Int, to end: Int?
    ) {
        guard reason.isHaste else { return }
        let length =
            segments.entries[record.index].board.length
            ?? segments.entries[record.index].timing?.estimatedLength ?? 0
        segments.entries[record.index].lateBytes += max(0, (end ?? length) - offset)
    }

    /// A segment is whole: learns from it.
    mutating func noteOutcome(of record: RecordSlot, at now: Moment) {
        guard isAmongViewers(record), let length = segments.entries[record.index].board.length,
            length > 0
        else { return }
        let late = segments.entries[record.index].lateBytes
        guard late == 0 else {
            originShare = min(1, originShare + Self.gain * Double(late) / Double(length))
            return
        }
        let first = segments.entries[record.index].firstSlack ?? .zero
        let isEarly = need(of: record, at: now).timeLeft > first / 2
        let decay = isEarly ? Self.earlyDecay : Self.decay
        originShare = max(0, originShare * decay.factor - decay.step)
    }

    // MARK: Who begins

    /// With a share as large as this, it matters less who fetches a segment than that somebody soon
    /// does: chunks can be exchanged only once it is attested.
    private static let scarceShare = 0.3
    /// The longest wait for others to begin, at a share of 1.
    private static let scarceWait = 0.15
    private static let shortestWait = 0.05

    /// When any member fetches a segment that nobody seems to have, or nil where nothing is scarce.
    mutating func scarceTurn(for record: RecordSlot, isOwner: Bool, at now: Moment) -> Moment? {
        guard originShare > Self.scarceShare, isAmongViewers(record) else { return nil }
        let seenAt = segments.entries[record.index].firstSeenAt ?? now
        guard !isOwner else { return seenAt }
        let wait = Self.scarceWait / originShare * diverse(segments.entries[record.index].id.number)
        return seenAt + .seconds(Self.shortestWait + wait)
    }
}
