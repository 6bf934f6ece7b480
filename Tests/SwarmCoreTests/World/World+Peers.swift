import PeerWire
import Primitives
import SwarmCore

extension World {
    mutating func receive(_ message: Message, from sender: PeerID, by id: PeerID) {
        if case .hello = message { return greet(sender, by: id) }
        // What was said before the channel was open, or after it was closed.
        guard viewers[id]?.peers[sender] != nil else { return }
        switch message {
        case .hello: break
        case .have(let segments):
            viewers[id]?.judge(sender, at: now) { (peer, at) throws(PeerViolation) in
                for segment in segments { _ = try peer.announced(Have(segment), at: at) }
            }
            feed(id) { $0.peerHas(sender, segments, at: $1, into: &$2) }
        case .receives(let segment, let chunks):
            feed(id) { $0.peerReceives(sender, segment, chunks: chunks, at: $1, into: &$2) }
        case .evicted(let segment):
            feed(id) { $0.peerEvicted(sender, [segment], at: $1, into: &$2) }
        case .moved(let state):
            feed(id) { $0.peerMoved(sender, to: state, at: $1, into: &$2) }
        case .leavesRequest(let segment):
            let hasLeaves =
                viewers[id]?.stored.contains(segment) == true
                || viewers[id]?.announcedChunks[segment] != nil
            send(hasLeaves ? .leaves(segment) : .absent(segment, .empty), from: id, to: sender)
        case .leaves(let segment):
            let length = options.film.segmentLength
            viewers[id]?.setLength(length, of: segment)
            feed(id) { $0.leavesVerified(segment, length: length, from: sender, at: $1, into: &$2) }
        case .request(let segment, let run, let within):
            serve(segment, run, within: within, to: sender, by: id)
        case .data(let segment, let chunk): take(chunk, of: segment, from: sender, by: id)
        case .absent(let segment, let run) where run.isEmpty:
            feed(id) { $0.leavesUnavailable(segment, from: sender, at: $1, into: &$2) }
        case .absent(let segment, let run):
            end(segment, run, from: sender, .absent, by: id)
        case .busy(let segment, let run, let retryAfter):
            end(segment, run, from: sender, .busy(retryAfter: retryAfter), by: id)
        case .cancel(let segment, let run):
            viewers[id]?.uploads.cancelled(segment, run, by: sender)
        case .gone:
            viewers[id]?.peers[sender] = nil
            viewers[id]?.uploads.peerLeft(sender)
            viewers[id]?.forgetRequests(to: sender)
            feed(id) { $0.peerLeft(sender, at: $1, into: &$2) }
        }
    }

    private mutating func greet(_ peer: PeerID, by id: PeerID) {
        viewers[id]?.peers[peer] = PeerState(limits: PeerLimits(), at: now)
        viewers[id]?.judge(peer, at: now) { (state, _) throws(PeerViolation) in
            try state.greeted(Hello(uploads: true, isEdge: false, progress: nil))
        }
        viewers[id]?.uploads.peerJoined(peer)
        feed(id) { $0.peerJoined(peer, uploads: true, isEdge: false, at: $1, into: &$2) }
        guard let viewer = viewers[id] else { return }
        if !viewer.stored.isEmpty { send(.have(viewer.stored.sorted()), from: id, to: peer) }
        send(.moved(viewer.player.state), from: id, to: peer)
    }

    // MARK: Uploads

    private mutating func serve(
        _ segment: SegmentID, _ run: ChunkRun, within: Duration, to peer: PeerID, by id: PeerID
    ) {
        let prefix = viewers[id]?.announcedChunks[segment] ?? 0
        guard viewers[id]?.stored.contains(segment) == true || run.chunks.upperBound <= prefix
        else {
            send(.absent(segment, run), from: id, to: peer)
            return
        }
        var displaced: [UploadQueue.Refusal] = []
        let admission = viewers[id]?.uploads.requested(
            segment, run, by: peer, deadline: now + within, at: now, displaced: &displaced)
        for loss in displaced {
            send(
                .busy(loss.segment, loss.run, retryAfter: loss.retryAfter), from: id, to: loss.peer)
        }
        switch admission {
        case .busy(let retryAfter):
            send(.busy(segment, run, retryAfter: retryAfter), from: id, to: peer)
        case .queued, nil:
            if viewers[id]?.isSending == false { sendChunk(id) }
        }
    }

    /// Puts the next chunk on the viewer's uplink, which carries one after another.
    mutating func sendChunk(_ id: PeerID) {
        guard let viewer = viewers[id], viewer.isAlive, now < viewer.traits.silentFrom else {
            return
        }
        guard let upload = viewers[id]?.uploads.next(at: now) else {
            viewers[id]?.isSending = false
            return
        }
        viewers[id]?.isSending = true
        let size = Double(ChunkGeometry.chunkSize)
        viewers[id]?.ledger.uploaded(ChunkGeometry.chunkSize)
        let sent = now + .seconds(size / viewer.traits.upload)
        queue.add(
            .message(
                .data(upload.segment, chunk: upload.chunk), from: id, to: upload.peer),
            at: sent + options.latency)
        queue.add(.send(id), at: sent)
    }

    // MARK: Downloads

    private mutating func end(
        _ segment: SegmentID, _ run: ChunkRun, from peer: PeerID, _ refusal: Schedule.Refusal,
        by id: PeerID
    ) {
        viewers[id]?.peers[peer]?.requestEnded(segment, run)
        for chunk in run.chunks {
            viewers[id]?.outstanding.remove(
                Viewer.Outstanding(peer: peer, segment: segment, chunk: chunk))
        }
        feed(id) { $0.requestEnded(segment, run, from: peer, refusal, at: $1, into: &$2) }
    }

    private mutating func take(
        _ chunk: Int, of segment: SegmentID, from peer: PeerID, by id: PeerID
    ) {
        viewers[id]?.judge(peer, at: now) { (state, _) throws(PeerViolation) in
            _ = try state.dataReceived(segment, chunk: chunk)
        }
        viewers[id]?.outstanding.remove(
            Viewer.Outstanding(peer: peer, segment: segment, chunk: chunk))
        let isNew = viewers[id]?.received(chunk, of: segment) ?? false
        var isUseful = false
        feed(id) {
            isUseful = $0.chunkVerified(segment, chunk: chunk, from: peer, at: $1, into: &$2)
        }
        precondition(isNew == isUseful, "schedule and store disagree on chunk \(chunk)")
        completeIfWhole(segment, of: id)
        announceChunks(of: segment, by: id)
    }

    /// Tells the others how far a segment has come that is still being received from peers.
    private mutating func announceChunks(of segment: SegmentID, by id: PeerID) {
        guard options.announcesChunks, let assembly = viewers[id]?.assemblies[segment],
            !assembly.isComplete
        else { return }
        let chunks = assembly.contiguousPrefix / ChunkGeometry.chunkSize
        guard chunks >= (viewers[id]?.announcedChunks[segment] ?? 0) + 8 else { return }
        viewers[id]?.announcedChunks[segment] = chunks
        for peer in members where peer != id {
            send(.receives(segment, chunks: chunks), from: id, to: peer)
        }
    }
}
