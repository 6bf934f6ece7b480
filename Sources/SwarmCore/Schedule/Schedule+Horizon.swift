import PeerWire
import Primitives

extension Schedule {
    /// Finds out which segments are wanted now, cancels the rest, and plans what is left.
    mutating func updateHorizon(at now: Moment, into actions: inout [Action]) {
        let wanted = wantedSegments(at: now)
        for segment in active where !wanted.contains(segment) {
            standDown(segment, keepOrigin: false, into: &actions)
        }
        for segment in wanted where records[segment] == nil { records[segment] = SegmentRecord() }
        active = wanted.filter { records[$0]?.isComplete == false }
        let due = Dictionary(uniqueKeysWithValues: active.map { ($0, self.due($0, at: now)) })
        active.sort { left, right in
            (due[left] ?? now, left) < (due[right] ?? now, right)
        }
        planAll(at: now, into: &actions)
    }

    /// The segments that this engine wants: those waited for, and those worth fetching ahead.
    ///
    /// Nothing is fetched ahead that could delay the first frame.
    private mutating func wantedSegments(at now: Moment) -> Set<SegmentID> {
        horizonAt = .distantFuture
        var wanted = requested
        guard arePeersEnabled, hasDelivered || configuration.isEdge,
            let start = horizonStart(at: now)
        else { return wanted }
        let ownEnd = start + window(at: now)
        let end = max(ownEnd, furthestEnd(at: now) ?? ownEnd)
        // What has been begun is not given up when the window shrinks, only when the player jumps.
        let mayKeep = soughtAt != now
        let reach = configuration.prefetchWindow
        for id in selectedTracks {
            guard let track = tracks[id] else { continue }
            for timing in track.segments(from: start, to: max(end, start + reach)) {
                let segment = SegmentID(track: id, number: timing.number)
                let isWanted =
                    timing.start < ownEnd || mayKeep && isInFlight(segment)
                    || timing.start < end && isToFetchForOthers(segment)
                guard isWanted else { continue }
                guard records[segment]?.wasDropped != true else { continue }
                wanted.insert(segment)
            }
            wakeHorizon(for: track, end: end, at: now)
        }
        return wanted
    }

    /// Media time from which on segments are wanted: an edge node follows the last of its peers.
    private func horizonStart(at now: Moment) -> Duration? {
        if let position = playhead.position(at: now) { return position }
        guard configuration.isEdge else { return nil }
        return peers.values.lazy.compactMap { $0.position(at: now) }.min()
    }

    /// Media time ahead of the player that is worth fetching: little while its buffer is small.
    private func window(at now: Moment) -> Duration {
        guard !configuration.isEdge else { return configuration.prefetchWindow }
        let healthy = configuration.healthyBuffer.inSeconds
        let buffer = playhead.buffer(at: now).inSeconds
        let health = healthy > 0 ? min(1, max(0, buffer / healthy)) : 1
        let growth = configuration.prefetchWindow - configuration.smallestWindow
        // What the player holds is not to be fetched; the window begins behind it.
        return max(
            configuration.smallestWindow + growth * health,
            playhead.buffer(at: now) + configuration.smallestWindow)
    }

    /// End of the furthest peer's window, for which owners fetch; nil while the own buffer is low.
    private func furthestEnd(at now: Moment) -> Duration? {
        guard configuration.isEdge || playhead.buffer(at: now) >= configuration.healthyBuffer else {
            return nil
        }
        let furthest = peers.values.lazy.compactMap { $0.position(at: now) }.max()
        return furthest.map { $0 + configuration.prefetchWindow }
    }

    private func isInFlight(_ segment: SegmentID) -> Bool {
        switch records[segment]?.state {
        case .origin, .swarming, .askingLeaves: true
        case .waiting, .complete, nil: false
        }
    }

    /// Whether this engine is to fetch a segment that only others will need soon.
    private func isToFetchForOthers(_ segment: SegmentID) -> Bool {
        if isInFlight(segment) { return true }
        return (rank(for: segment) ?? .max) < owners && !isHeldByPeers(segment)
    }

    private mutating func wakeHorizon(for track: Track, end: Duration, at now: Moment) {
        let rate = playhead.rate(at: now)
        guard rate > 0, let next = track.nextStart(after: end) else { return }
        let wait = Duration.clamped(seconds: (next - end).inSeconds / rate)
        horizonAt = min(horizonAt, now + max(wait, .milliseconds(50)))
    }

    /// When a segment's bytes are needed.
    ///
    /// A waiting player is given half of what it has buffered as time, so that its request does
    /// not hang for long; one with nothing buffered needs the bytes now.
    func due(_ segment: SegmentID, at now: Moment) -> Moment {
        let rate = playhead.rate(at: now)
        var due = Moment.distantFuture
        if let timing = timing(of: segment), let position = playhead.position(at: now), rate > 0 {
            let ahead = (timing.start - position).inSeconds / rate
            due = now + .seconds(max(-3_600, min(ahead, 1e6)))
        }
        guard let requestedAt = records[segment]?.requestedAt else { return due }
        guard timing(of: segment) != nil else { return requestedAt }
        let patience = playhead.buffer(at: now).inSeconds / 2 / max(1, rate)
        return min(due, requestedAt + .clamped(seconds: patience))
    }

    func need(of segment: SegmentID, at now: Moment) -> Need {
        let due = due(segment, at: now)
        let originTime = origin.time(
            for: missingBytes(of: segment), beside: fetches(beside: segment))
        return Need(
            due: due, timeLeft: due - now, originTime: originTime,
            threshold: max(
                originTime * configuration.originMargin, configuration.smallestUrgency))
    }

    /// Bytes of a segment that are still to come, estimated until its length is known.
    func missingBytes(of segment: SegmentID) -> Int {
        let assembly = records[segment]?.assembly
        if let missing = assembly?.missingCount { return missing }
        let estimate = timing(of: segment)?.estimatedLength ?? Self.assumedLength
        return max(ChunkGeometry.chunkSize, estimate - (assembly?.presentCount ?? 0))
    }

    /// Bytes of a segment that no playlist describes.
    private static let assumedLength = 500_000
}
