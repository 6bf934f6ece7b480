import PeerWire
import Primitives
import SwarmCore

extension World {
    mutating func perform(_ action: Schedule.Action, of id: PeerID) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, let reason):
            precondition(viewers[id]?.fetches[segment] == nil, "\(segment) is fetched twice")
            fetchCount += 1
            viewers[id]?.fetches[segment] = Viewer.Fetch(
                number: fetchCount, offset: offset, end: end, reason: reason)
            viewers[id]?.originSegments[reason, default: 0] += 1
            let wait = viewers[id]?.traits.firstByte ?? .zero
            queue.add(.origin(id, segment, fetch: fetchCount), at: now + wait)
        case .cancelOrigin(let segment):
            let fetch = viewers[id]?.fetches.removeValue(forKey: segment)
            precondition(fetch != nil, "a fetch is cancelled that is not there")
        case .requestLeaves(let segment, let peer):
            send(.leavesRequest(segment), from: id, to: peer)
        case .requestChunks(let segment, let run, let peer, let deadline):
            for chunk in run.chunks {
                let entry = Viewer.Outstanding(peer: peer, segment: segment, chunk: chunk)
                let isNew = viewers[id]?.outstanding.insert(entry).inserted ?? false
                precondition(isNew, "chunk \(chunk) is asked twice of one peer")
            }
            let count = viewers[id]?.outstanding.filter { $0.peer == peer }.count ?? 0
            precondition(count <= 16, "\(count) chunks outstanding at one peer")
            viewers[id]?.peers[peer]?.requestSent(segment, run)
            let within = deadline - now
            send(.request(segment, run, within: within), from: id, to: peer)
        case .cancelChunks(let segment, let run, let peer):
            close(segment, run, at: peer, of: id)
            viewers[id]?.peers[peer]?.requestEnded(segment, run)
            send(.cancel(segment, run), from: id, to: peer)
        }
    }

    /// Takes requests out of the viewer's list of those that have no end yet.
    mutating func close(_ segment: SegmentID, _ run: ChunkRun, at peer: PeerID, of id: PeerID) {
        for chunk in run.chunks {
            let entry = Viewer.Outstanding(peer: peer, segment: segment, chunk: chunk)
            let wasOpen = viewers[id]?.outstanding.remove(entry) != nil
            precondition(wasOpen, "the request for chunk \(chunk) ends twice")
        }
    }

    // MARK: Origin

    private static let step = 32 << 10

    mutating func deliver(_ segment: SegmentID, _ number: Int, to id: PeerID) {
        guard let viewer = viewers[id], viewer.isAlive, var fetch = viewer.fetches[segment],
            fetch.number == number
        else { return }
        guard isOriginUp else {
            viewers[id]?.fetches[segment] = nil
            feed(id) { $0.originFailed(segment, retryAfter: .milliseconds(250), at: $1, into: &$2) }
            return
        }
        let length = options.film.segmentLength
        if !fetch.isAnswered {
            fetch.isAnswered = true
            viewers[id]?.fetches[segment] = fetch
            viewers[id]?.setLength(length, of: segment)
            feed(id) { $0.originStarted(segment, length: length, at: $1, into: &$2) }
            schedule(segment, fetch, of: id)
            return
        }
        let start = fetch.offset + fetch.received
        let last = fetch.end ?? length
        let end = min(last, start + Self.step)
        fetch.received += end - start
        viewers[id]?.fetches[segment] = fetch
        viewers[id]?.received(start..<end, of: segment, reason: fetch.reason)
        feed(id) { $0.originReceived(segment, count: fetch.received, at: $1, into: &$2) }
        if end == last, viewers[id]?.fetches[segment]?.number == number {
            viewers[id]?.fetches[segment] = nil
            feed(id) { $0.originFinished(segment, at: $1, into: &$2) }
        }
        if viewers[id]?.fetches[segment]?.number == number { schedule(segment, fetch, of: id) }
        completeIfWhole(segment, of: id)
    }

    /// The next bytes of a fetch come when the access link has carried them, beside others.
    private mutating func schedule(_ segment: SegmentID, _ fetch: Viewer.Fetch, of id: PeerID) {
        guard let viewer = viewers[id] else { return }
        let seconds = Double(Self.step * viewer.fetches.count) / viewer.traits.origin
        queue.add(.origin(id, segment, fetch: fetch.number), at: now + .seconds(seconds))
    }

    /// Stores a segment that has all its bytes, announces it, and gives it to the player.
    mutating func completeIfWhole(_ segment: SegmentID, of id: PeerID) {
        guard viewers[id]?.assemblies[segment]?.isComplete == true,
            viewers[id]?.stored.insert(segment).inserted == true
        else { return }
        let adds = viewers[id]?.ledger.completed(segment, length: options.film.segmentLength)
        precondition(adds == true, "the bytes of \(segment) do not add up")
        precondition(viewers[id]?.fetches[segment] == nil, "\(segment) is whole and still fetched")
        precondition(
            viewers[id]?.outstanding.allSatisfy { $0.segment != segment } == true,
            "\(segment) is whole and chunks are still asked for")
        for peer in members where peer != id {
            queue.add(
                .message(.have([segment]), from: id, to: peer),
                at: now + options.latency + options.attestation)
        }
        finish(segment, of: id)
    }
}
