package import Primitives

extension Schedule {
    /// The origin answered; `length` is that of the whole segment, where it is known.
    package mutating func originStarted(
        _ segment: SegmentID, length: Int?, at now: Moment, into actions: inout [Action]
    ) {
        guard case .origin(var fetch) = records[segment]?.state else { return }
        origin.answered(after: now - fetch.startedAt)
        fetch.answeredAt = now
        fetch.progressAt = now
        records[segment]?.state = .origin(fetch)
        if let length, records[segment]?.assembly.lengthKnown(length) == false {
            startOver(segment, length: length, fetch, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// The fetch has delivered `count` bytes since its offset, all of them together.
    package mutating func originReceived(
        _ segment: SegmentID, count: Int, at now: Moment, into actions: inout [Action]
    ) {
        guard case .origin(var fetch) = records[segment]?.state, count > fetch.received else {
            return
        }
        fetch.received = count
        fetch.progressAt = now
        records[segment]?.state = .origin(fetch)
        _ = records[segment]?.assembly.originDelivered(fetch.offset..<fetch.offset + count)
        if let length = records[segment]?.assembly.length, fetch.offset + count < length,
            records[segment]?.assembly.isComplete == true
        {
            // Peers had given the rest before.
            finish(segment, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// The fetch reached the end of the segment.
    package mutating func originFinished(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard case .origin(let fetch) = records[segment]?.state else { return }
        origin.delivered(
            fetch.received, in: now - (fetch.answeredAt ?? fetch.startedAt),
            beside: fetches(beside: segment))
        records[segment]?.originFailures = 0
        complete(segment)
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// The fetch ended early; the bytes reported by `originReceived` stay.
    ///
    /// Without a time to try again, the origin is not asked again before a player wants the segment.
    package mutating func originFailed(
        _ segment: SegmentID, retryAfter: Duration?, at now: Moment, into actions: inout [Action]
    ) {
        guard case .origin = records[segment]?.state else { return }
        let failures = records[segment]?.originFailures ?? 0
        records[segment]?.originFailures = failures + 1
        records[segment]?.originRetryAt =
            retryAfter.map { now + max($0, .milliseconds(50)) } ?? .distantFuture
        records[segment]?.state = .waiting
        planAll(at: now, into: &actions)
        checkInvariants()
    }

    /// Fetches in flight that share the way from the origin with one for this segment.
    func fetches(beside segment: SegmentID) -> Int {
        active.reduce(0) { count, other in
            guard other != segment, case .origin = records[other]?.state else { return count }
            return count + 1
        }
    }

    /// The origin contradicts what peers said of the length: the origin is right, and their bytes
    /// are not used.
    private mutating func startOver(
        _ segment: SegmentID, length: Int, _ fetch: SegmentRecord.OriginFetch,
        at now: Moment, into actions: inout [Action]
    ) {
        records[segment]?.assembly = SegmentAssembly(length: length)
        records[segment]?.areLeavesKnown = false
        records[segment]?.asks = [:]
        guard fetch.offset > 0 else { return }
        actions.append(.cancelOrigin(segment))
        let wake = askOrigin(for: segment, .integrity, at: now, into: &actions)
        records[segment]?.wakeAt = wake
    }
}
