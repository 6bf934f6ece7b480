import PeerWire
import Primitives
import SwarmCore

extension ScheduleOracle {
    /// Judges one action, in the order in which they are to be carried out.
    mutating func judge(_ action: Schedule.Action) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, let reason):
            judgeFetch(segment, offset, end)
            noteHurry(segment, reason)
        case .cancelOrigin(let segment):
            if segments[segment]?.fetch == nil { violated("\(segment): no fetch to cancel") }
            change(segment) {
                $0.fetch = nil
                $0.asked.removeAll()
            }
        case .requestLeaves(let segment, let peer): judgeLeaves(segment, peer)
        case .requestChunks(let segment, let run, let peer, _):
            for chunk in run.chunks { judgeRequest(segment, chunk, peer) }
        case .cancelChunks(let segment, let run, let peer):
            for chunk in run.chunks { judgeCancel(segment, chunk, peer) }
        case .tellRumour(let segment):
            if segments[segment]?.isComplete == true { violated("\(segment) is here and told of") }
        }
    }

    /// What an input leaves behind once all of its actions are known: segments that are complete,
    /// and others that left the window.
    mutating func conclude() {
        isOriginHurried = false
        for (segment, account) in segments
        where account.hasAll && account.fetch == nil && !account.isComplete {
            if account.isRequested { hasPlayed = true }
            change(segment) {
                $0.isComplete = true
                $0.isRequested = false
            }
        }
        for segment in goneSegments {
            if segments[segment]?.fetch != nil { violated("\(segment) is gone and still fetched") }
            let isAsked = peers.values.contains {
                $0.outstanding.contains { $0.segment == segment }
            }
            if isAsked { violated("\(segment) is gone and still asked for") }
            segments[segment] = nil
        }
        goneSegments.removeAll()
    }

    private mutating func judgeFetch(_ segment: SegmentID, _ offset: Int, _ end: Int?) {
        let account = segments[segment] ?? SegmentAccount()
        if account.fetch != nil { violated("\(segment) is fetched twice at a time") }
        if account.isComplete { violated("\(segment) is fetched and was complete") }
        let length = account.length
        let isInside = offset >= 0 && end ?? .max > offset && offset <= length ?? .max
        if !isInside || end ?? 0 > length ?? .max {
            violated("\(segment): \(offset)..<\(end ?? -1) of \(length ?? -1) is no range")
        } else if let bound = end ?? length, length != 0,
            account.missing(in: offset..<bound).isEmpty
        {
            violated("\(segment): \(offset)..<\(bound) is there already")
        }
        let fetch = SegmentAccount.Fetch(offset: offset, end: end, isFirst: !hasPlayed)
        change(segment) {
            $0.fetch = fetch
            $0.asked.removeAll()
        }
    }

    /// For what a player waits for and peers were late with, others may be taken back for a while.
    private mutating func noteHurry(_ segment: SegmentID, _ reason: OriginReason) {
        guard segments[segment]?.isRequested == true, reason == .late || reason == .urgent else {
            return
        }
        isOriginHurried = true
    }

    private mutating func judgeLeaves(_ segment: SegmentID, _ peer: PeerID) {
        judgePeer(peer, segment, nil)
        let account = segments[segment] ?? SegmentAccount()
        if account.isComplete { violated("leaves of \(segment), which is complete") }
        if account.leavesAsked.contains(peer) {
            violated("leaves of \(segment) are asked of \(peer) twice")
        }
        change(segment) {
            $0.leavesAsked.insert(peer)
            $0.leavesOwed.insert(peer)
        }
    }

    private mutating func judgeRequest(_ segment: SegmentID, _ chunk: Int, _ peer: PeerID) {
        judgePeer(peer, segment, chunk)
        let account = segments[segment] ?? SegmentAccount()
        let name = "\(segment) chunk \(chunk)"
        if !(0..<account.chunkCount).contains(chunk) {
            violated("\(name) of \(account.chunkCount) is asked of \(peer)")
        } else if account.missing(in: account.bytes(of: chunk)).isEmpty {
            violated("\(name) is there and is asked of \(peer)")
        }
        if account.asked[chunk]?.contains(peer) == true {
            violated("\(name) is asked of \(peer) again")
        }
        _ = change(segment) { $0.asked[chunk, default: []].insert(peer) }
        let request = PeerAccount.Request(segment: segment, chunk: chunk)
        if peers[peer]?.outstanding.insert(request).inserted == false {
            violated("\(name) is asked of \(peer) twice at a time")
        }
        let window = max(2, configuration.largestPeerWindow)
        if let count = peers[peer]?.outstanding.count, count > window {
            violated("\(count) chunks are asked of \(peer)")
        }
    }

    /// Only those are asked who are here, serve, are not busy and said that they have it.
    private mutating func judgePeer(_ peer: PeerID, _ segment: SegmentID, _ chunk: Int?) {
        if !arePeersEnabled { violated("\(peer) is asked while peers are off") }
        if keptTracks.contains(segment.track) { violated("\(peer) is asked for \(segment)") }
        guard let account = peers[peer] else { return violated("\(peer) is gone and asked") }
        if !account.uploads { violated("\(peer) gives nothing and is asked") }
        if account.busyUntil > now { violated("\(peer) is busy and asked") }
        if !(chunk.map { account.has($0, of: segment) } ?? account.hasAny(of: segment)) {
            violated("\(peer) is asked for \(segment), of which it does not have that")
        }
    }

    private mutating func judgeCancel(_ segment: SegmentID, _ chunk: Int, _ peer: PeerID) {
        let request = PeerAccount.Request(segment: segment, chunk: chunk)
        if peers[peer]?.outstanding.remove(request) == nil {
            violated("chunk \(chunk) of \(segment) is taken back from \(peer) and was not asked")
        }
        guard isOriginHurried, segments[segment]?.isRequested == false else { return }
        _ = change(segment) { $0.asked[chunk]?.remove(peer) }
    }
}
