import Primitives

/// Parts of low-latency playlists: everything about them has to happen within their own duration.
///
/// The owner of a part asks the origin for it as soon as a playlist hints at it, and so has its first
/// byte when there is one; everybody else leaves a hint alone. When the part is listed its clock begins:
/// backups step in, and waiting for peers ends, after fractions of its duration, where whole segments
/// have seconds.
extension Schedule {
    /// Of a part's duration: backups wait so long, and between two of them pass a tenth of it.
    private static let partHeadStart = 0.4
    private static let partStep = 0.1
    /// Of a part's duration: the silence of peers that is noticed, and the least urgency.
    private static let partSilence = 0.25
    /// Of a part's duration: with more time than this left, one that is new is left to peers, however slow
    /// the origin was last.
    private static let partUrgency = 0.6

    mutating func isHint(_ record: RecordSlot) -> Bool {
        segments.entries[record.index].timing?.kind == .hint
    }

    /// The duration of a part, or nil for a whole segment.
    mutating func partDuration(of record: RecordSlot) -> Duration? {
        guard let timing = segments.entries[record.index].timing, timing.duration > .zero else {
            return nil
        }
        switch timing.kind {
        case .whole: return nil
        case .part, .hint: return timing.duration
        }
    }

    /// Until when a request for a part waits for peers; one for a hint may be early by a part.
    mutating func partDeadline(of record: RecordSlot, _ duration: Duration, at now: Moment)
        -> Moment
    {
        guard isHint(record) else { return now + duration }
        let hintedAt = segments.entries[record.index].firstSeenAt ?? now
        return max(now, hintedAt + duration) + duration
    }

    /// A player of low-latency media holds at least two parts when it asks for one that is new, as the
    /// protocol has it stay so far behind (`PART-HOLD-BACK`): so much is believed against what its requests
    /// seem to show, though not against its own word.
    mutating func earliestDue(of record: RecordSlot, at now: Moment) -> Moment? {
        guard let duration = partDuration(of: record), !playhead.isReported(at: now) else {
            return nil
        }
        let seenAt = segments.entries[record.index].firstSeenAt ?? now
        if isHint(record) { return seenAt + duration * 2 }
        return segments.entries[record.index].wasHinted ? seenAt + duration : nil
    }

    /// Below how much time left a segment is urgent, given what the origin would need.
    mutating func threshold(for record: RecordSlot, originTime: Duration, at now: Moment)
        -> Duration
    {
        let haste = haste(of: record)
        let threshold = max(originTime * configuration.originMargin + haste.silence, haste.urgency)
        guard let duration = partDuration(of: record), earliestDue(of: record, at: now) != nil
        else {
            return threshold
        }
        return min(threshold, duration.scaled(by: Self.partUrgency))
    }

    /// The shortest time for which peers may be silent, and the least urgency, for a segment.
    private mutating func haste(of record: RecordSlot) -> (silence: Duration, urgency: Duration) {
        guard let duration = partDuration(of: record) else {
            return (silence, configuration.smallestUrgency)
        }
        let bound = duration.scaled(by: Self.partSilence)
        return (min(silence, bound), min(configuration.smallestUrgency, bound))
    }

    /// How long the backups of a live segment wait for its owner: the first, and each further one.
    mutating func liveWaits(
        for record: RecordSlot, head: Duration, step: Duration
    ) -> (head: Duration, step: Duration) {
        guard let duration = partDuration(of: record) else { return (head, step) }
        return (
            min(head, duration.scaled(by: Self.partHeadStart)),
            min(step, duration.scaled(by: Self.partStep))
        )
    }

    /// The record lies where a playlist says now; what was a hint before is there only from now on.
    mutating func setTiming(_ timing: SegmentTiming, of record: RecordSlot) {
        if segments.entries[record.index].timing?.kind == .hint, timing.kind == .part {
            segments.entries[record.index].wasHinted = true
            segments.entries[record.index].firstSeenAt = nil
            segments.entries[record.index].firstSlack = nil
        }
        segments.entries[record.index].timing = timing
    }

    // MARK: Requests that the origin keeps

    /// Fetches that take a share of the link: one that the origin keeps until there is a part takes none.
    var busyFetches: Int {
        mutating get {
            var count = 0
            for index in fetching.indices where !isKept(fetching[index]) { count += 1 }
            return count
        }
    }

    /// Whether the origin was asked for a part that it does not have yet.
    mutating func isKept(_ record: RecordSlot) -> Bool {
        guard let fetch = segments.entries[record.index].fetch else { return false }
        return fetch.isEarly && fetch.answeredAt == nil
    }
}
