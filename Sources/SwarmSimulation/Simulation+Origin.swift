import Primitives
import SwarmCore

extension Simulation {
    /// Bytes that the CDN's answer is looked at after; whole chunks.
    private static let step = 4 * ChunkGeometry.chunkSize

    mutating func fetch(
        _ member: Int, _ segment: SegmentNumber, from offset: Int, to end: Int?,
        _ reason: OriginReason
    ) {
        precondition(
            !members[member].fetches.contains { $0.segment == segment }, "fetched twice")
        fetchCount += 1
        members[member].fetches.append(
            OriginFetch(
                number: fetchCount, segment: segment, offset: offset,
                end: min(end ?? media.segmentLength, media.segmentLength), reason: reason))
        measures.requested(reason)
        tellFetching(member, segment)
        add(
            .origin(MemberIndex(member), segment, fetch: fetchCount),
            after: members[member].person.cdnLatency)
    }

    mutating func cancelFetch(_ member: Int, _ segment: SegmentNumber) {
        let place = members[member].fetches.firstIndex { $0.segment == segment }
        guard let place else { preconditionFailure("a fetch is cancelled that is not there") }
        members[member].fetches.remove(at: place)
        tellNotFetching(member, segment)
    }

    mutating func originAnswers(_ member: Int, _ segment: SegmentNumber, _ number: UInt32) {
        guard let place = members[member].fetches.firstIndex(where: { $0.number == number }) else {
            return
        }
        guard time >= cdnDownUntil else { return originFails(member, segment, place) }
        var fetch = members[member].fetches[place]
        if !fetch.isAnswered {
            fetch.isAnswered = true
            members[member].fetches[place] = fetch
            members[member].schedule.originStarted(
                Media.id(segment), length: media.segmentLength, at: now, into: &actions)
            settle(member)
        } else {
            let start = fetch.offset + fetch.received
            let end = min(fetch.end, start + Self.step)
            fetch.received += end - start
            members[member].fetches[place] = fetch
            accept(member, segment, start..<end, fetch.reason)
            members[member].schedule.originReceived(
                Media.id(segment), count: fetch.received, at: now, into: &actions)
            settle(member)
            tellArrival(member, segment)
        }
        advance(member, fetch)
        completeIfWhole(member, segment)
    }

    /// The fetch has ended, or its next bytes are on their way; it may have been cancelled.
    private mutating func advance(_ member: Int, _ fetch: OriginFetch) {
        let place = members[member].fetches.firstIndex { $0.number == fetch.number }
        guard let place else { return }
        guard fetch.offset + fetch.received == fetch.end else { return schedule(member, fetch) }
        members[member].fetches.remove(at: place)
        members[member].retries[fetch.segment] = nil
        members[member].schedule.originFinished(Media.id(fetch.segment), at: now, into: &actions)
        settle(member)
    }

    /// The next bytes come when all that they share on their way has carried them.
    private mutating func schedule(_ member: Int, _ fetch: OriginFetch) {
        let bytes = Double(min(Self.step, fetch.end - fetch.offset - fetch.received))
        let own = time + Int64(bytes / plan.cdn.requestRate * 1e9)
        let line = Int64(bytes / members[member].person.downlink * 1e9)
        let free = max(time, members[member].downlinkFreeAt) + line
        members[member].downlinkFreeAt = free
        var at = max(own, free)
        if let rate = plan.cdn.sharedRate {
            cdnFreeAt = max(time, cdnFreeAt) + Int64(bytes / rate * 1e9)
            at = max(at, cdnFreeAt)
        }
        queue.add(.origin(MemberIndex(member), fetch.segment, fetch: fetch.number), at: at)
    }

    private mutating func originFails(_ member: Int, _ segment: SegmentNumber, _ place: Int) {
        members[member].fetches.remove(at: place)
        var retry = members[member].retries[segment] ?? OriginRetry()
        let pause = retry.failed(.interrupted, at: now)
        members[member].retries[segment] = retry
        tellNotFetching(member, segment)
        members[member].schedule.originFailed(
            Media.id(segment), retryAfter: pause, at: now, into: &actions)
        settle(member)
    }

    private mutating func accept(
        _ member: Int, _ segment: SegmentNumber, _ bytes: Range<Int>, _ reason: OriginReason
    ) {
        let size = ChunkGeometry.chunkSize
        precondition(bytes.lowerBound.isMultiple(of: size), "a fetch from within a chunk")
        var fresh = 0
        var copy = members[member][segment]
        for chunk in bytes.lowerBound / size..<(bytes.upperBound + size - 1) / size
        where !copy.has(chunk) {
            copy.chunks |= 1 << UInt64(chunk)
            fresh += media.length(ofChunk: chunk)
        }
        members[member][segment] = copy
        members[member].ledger.received(
            fresh, of: Media.id(segment), from: .origin(reason))
        members[member].ledger.wasted(bytes.count - fresh, .duplicate)
        guard isHonest(member) else { return }
        measures.cdn(
            bytes.count, reason, fresh: fresh, isEdge: members[member].person.isEdge,
            isCounted: isCounted)
    }

    @inline(__always)  // A call that cannot change the simulation would copy it.
    var isCounted: Bool { time >= countedFrom }

    // MARK: Whole segments

    mutating func completeIfWhole(_ member: Int, _ segment: SegmentNumber) {
        let copy = members[member][segment]
        guard copy.chunks == media.allChunks, !copy.isComplete else { return }
        members[member][segment].isComplete = true
        let adds = members[member].ledger.completed(
            Media.id(segment), length: media.segmentLength)
        precondition(adds, "the bytes of \(segment) do not add up")
        measures.hops(Int(copy.hops))
        if copy.hasProof { offer(member, segment) } else { report(member, segment) }
        giveIfAwaited(member, segment)
    }

    // MARK: Attestation

    /// A member has fetched a whole segment from the CDN, and says to the notary what it got.
    private mutating func report(_ member: Int, _ segment: SegmentNumber) {
        guard policy != .cdnOnly else { return }
        measures.control(96, isCounted: isCounted)
        if plan.asksNotary {
            guard !members[member][segment].isQuarantined,
                !members[member].diverging.diverges(Media.track)
            else { return }
            return claim(member, segment, isTrue: true)
        }
        let weight = members[member].person.isEdge ? plan.owners : 1
        let delay = plan.attestationDelay.wholeNanoseconds
        for waiting in attestations[segment, default: Attesting()]
            .reported(by: MemberIndex(member), weight: weight, needed: plan.owners)
        {
            add(.attested(waiting, segment), after: delay)
        }
    }

    mutating func attested(_ member: Int, _ segment: SegmentNumber) {
        guard members[member].isPresent, members[member][segment].isComplete,
            !members[member][segment].isQuarantined
        else { return }
        members[member][segment].hasProof = true
        offer(member, segment)
    }
}
