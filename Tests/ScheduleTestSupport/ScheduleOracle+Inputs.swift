import PeerWire
import Primitives
import SwarmCore

extension ScheduleOracle {
    /// Takes note of an input before its actions are judged.
    mutating func note(_ input: ScheduleInput, at now: Moment) {
        self.now = now
        switch input {
        case .timedOut, .slotAssigned, .ownersNeeded, .tracksSelected, .playerMoved,
            .playerReported, .peerMoved:
            break
        case .peersEnabled(let enabled): switched(to: enabled)
        case .trackDescribed(let track, let timings, _):
            described(track, Set(timings.map(\.number)))
        case .trackKeptFromPeers(let track):
            if describedTracks.contains(track) { keptTracks.insert(track) }
        case .playerRequested(let segment, _): requested(segment)
        case .playerReleased(let segment): change(segment) { $0.isRequested = false }
        case .segmentDropped(let segment): dropped(segment)
        case .peerJoined(let peer, let uploads, _):
            if peers[peer] == nil { peers[peer] = PeerAccount(uploads: uploads) }
        case .peerLeft(let peer): left(peer)
        case .peerHas(let peer, let held): for segment in held { peers[peer]?.gained(segment) }
        case .peerReceives(let peer, let segment, let chunks):
            if peers[peer]?.held.contains(segment) == false, !chunks.isRumour {
                peers[peer]?.receiving[segment] = chunks
            }
        case .peerEvicted(let peer, let evicted): for segment in evicted { lost(segment, by: peer) }
        case .leavesVerified(let segment, let length, let peer):
            leavesVerified(segment, length: length, from: peer)
        case .leavesUnavailable(let segment, let peer):
            lost(segment, by: peer)
            segments[segment]?.leavesOwed.remove(peer)
        case .chunkVerified(let segment, let chunk, let peer):
            peers[peer]?.outstanding.remove(PeerAccount.Request(segment: segment, chunk: chunk))
        case .requestEnded(let segment, let run, let peer, let refusal):
            ended(segment, run, by: peer, refusal)
        case .originStarted(let segment, let length):
            guard segments[segment]?.fetch != nil else { return }
            change(segment) {
                $0.fetch?.hasStarted = true
                if let length { $0.originSays(length: length) }
            }
        case .originReceived(let segment, let count):
            guard let fetch = segments[segment]?.fetch, count > fetch.received else { return }
            change(segment) {
                $0.fetch?.received = count
                $0.insert(fetch.offset..<fetch.offset + count)
            }
        case .originFinished(let segment): originFinished(segment)
        case .originFailed(let segment, let retryAfter):
            let retryAt = retryAfter.map { now + $0 } ?? .distantFuture
            originFailed(segment, isGivenUp: retryAt == .distantFuture)
        }
    }

    /// With peers off everything is taken back, and may be asked for again once they are on.
    private mutating func switched(to enabled: Bool) {
        arePeersEnabled = enabled
        guard !enabled else { return }
        for segment in segments.keys { segments[segment]?.asked.removeAll() }
    }

    /// Records of what is no longer described are forgotten, unless a player waits.
    private mutating func described(_ track: TrackID, _ numbers: Set<UInt64>) {
        describedTracks.insert(track)
        for (segment, account) in segments
        where segment.track == track && !numbers.contains(segment.number)
            && (!account.isRequested || account.isComplete)
        {
            goneSegments.insert(segment)
        }
    }

    private mutating func requested(_ segment: SegmentID) {
        let now = now
        change(segment) {
            $0.isGivenUp = false
            guard !$0.isRequested, !$0.isComplete else { return }
            $0.isRequested = true
            $0.requestedAt = now
        }
    }

    private mutating func dropped(_ segment: SegmentID) {
        segments[segment]?.dropped(at: now)
    }

    private mutating func left(_ peer: PeerID) {
        peers[peer] = nil
        for segment in segments.keys {
            segments[segment]?.leavesAsked.remove(peer)
            segments[segment]?.leavesOwed.remove(peer)
            segments[segment]?.asked.removePeer(peer)
        }
    }

    /// A peer that has a segment again may be asked for its leaves again.
    private mutating func lost(_ segment: SegmentID, by peer: PeerID) {
        peers[peer]?.lost(segment)
        segments[segment]?.leavesAsked.remove(peer)
    }

    private mutating func leavesVerified(_ segment: SegmentID, length: Int, from peer: PeerID) {
        guard segments[segment]?.leavesOwed.remove(peer) != nil, let account = segments[segment],
            !account.isComplete, !account.areLeavesKnown
        else { return }
        let reached = account.present.ranges.last?.upperBound ?? 0
        if account.length == length || account.length == nil && reached <= length {
            segments[segment]?.length = length
            segments[segment]?.areLeavesKnown = true
        } else {
            lost(segment, by: peer)
        }
    }

    /// A chunk was kept or not: it must be, exactly if it was missing.
    mutating func noteChunk(_ input: ScheduleInput, isUseful: Bool) {
        guard case .chunkVerified(let segment, let chunk, _) = input else { return }
        let account = segments[segment] ?? SegmentAccount()
        let isMissing = !account.missing(in: account.bytes(of: chunk)).isEmpty
        if isUseful != (isMissing && !account.isComplete) {
            violated("chunk \(chunk) of \(segment) was \(isUseful ? "kept" : "not kept")")
        }
        if isUseful { change(segment) { $0.insert($0.bytes(of: chunk)) } }
    }

    private mutating func ended(
        _ segment: SegmentID, _ run: ChunkRun, by peer: PeerID, _ refusal: Schedule.Refusal
    ) {
        for chunk in run.chunks {
            peers[peer]?.outstanding.remove(PeerAccount.Request(segment: segment, chunk: chunk))
            segments[segment]?.asked[chunk]?.remove(peer)
        }
        switch refusal {
        case .absent: lost(segment, by: peer)
        case .busy(let retryAfter):
            let pause = min(max(retryAfter, .milliseconds(50)), .seconds(10))
            peers[peer]?.busyUntil = now + pause
        }
    }

    private mutating func originFinished(_ segment: SegmentID) {
        guard let account = segments[segment], let fetch = account.fetch else { return }
        change(segment) {
            $0.fetch = nil
            $0.asked.removeAll()
            if fetch.end == nil, $0.length == nil {
                $0.length = $0.present.ranges.last?.upperBound ?? fetch.offset
            }
            let end = fetch.end ?? $0.length ?? fetch.offset
            $0.insert(fetch.offset..<max(fetch.offset, end))
        }
    }

    private mutating func originFailed(_ segment: SegmentID, isGivenUp: Bool) {
        guard segments[segment]?.fetch != nil else { return }
        change(segment) {
            $0.fetch = nil
            $0.isGivenUp = isGivenUp
            $0.asked.removeAll()
        }
    }
}

extension [Int: Set<PeerID>] {
    fileprivate mutating func removePeer(_ peer: PeerID) {
        for chunk in keys { self[chunk]?.remove(peer) }
    }
}
