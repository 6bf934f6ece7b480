import PeerWire
import Primitives
import SwarmCore

extension Simulation {
    /// Nothing is uploaded before playback.
    private static let pauseWithoutUploads = Duration.seconds(1)
    private static let dripPause: Int64 = 3_000_000_000

    mutating func serve(
        _ member: Int, _ place: Int, _ segment: SegmentNumber, _ run: ChunkRun, withinMs: UInt32
    ) {
        guard kind(of: member) != .haveLiar else { return }
        judge(member, place) { (state, _) throws(PeerViolation) in
            try state.requestReceived(run)
        }
        guard members[member].links[place].isOpen else { return }
        guard members[member].hasPlayed else {
            return putOff(member, place, segment, run, Self.pauseWithoutUploads)
        }
        let peer = members[member].links[place].peer
        let isSpare = members[member].schedule.isSomebodyNearer(to: peer, at: now)
        let stock = members[member].schedule.stock(of: Media.id(segment), besides: peer)
        let admission = members[member].uploads.requested(
            Media.id(segment), run, by: peer, deadline: now + .milliseconds(Int64(withinMs)),
            isSpare: isSpare, stock: stock, at: now, displaced: &displaced)
        tellDisplaced(member)
        switch admission {
        case .queued:
            startSending(member)
        case .busy(let retryAfter):
            putOff(member, place, segment, run, retryAfter)
        }
    }

    /// Those who lose their place to another are told.
    private mutating func tellDisplaced(_ member: Int) {
        guard !displaced.isEmpty else { return }
        for refusal in displaced {
            guard let place = members[member].place(of: refusal.peer.member) else { continue }
            let segment = SegmentNumber(refusal.segment.number)
            putOff(member, place, segment, refusal.run, refusal.retryAfter)
        }
        displaced.removeAll(keepingCapacity: true)
    }

    private mutating func putOff(
        _ member: Int, _ place: Int, _ segment: SegmentNumber, _ run: ChunkRun, _ pause: Duration
    ) {
        members[member].links[place].state.uploadsEnded(Int(run.count))
        let milliseconds = UInt32(clamping: pause.wholeNanoseconds / 1_000_000)
        send(.busy(segment, Message.Run(run), retryAfterMs: milliseconds), member, to: place)
    }

    /// Something is queued: it goes out when the uplink is free.
    private mutating func startSending(_ member: Int) {
        guard !members[member].isSending else { return }
        guard members[member].uplinkFreeAt > time else { return sendChunks(member) }
        members[member].isSending = true
        queue.add(.uplinkFree(MemberIndex(member)), at: members[member].uplinkFreeAt)
    }

    /// Puts the next chunk on the uplink, which carries one after the other.
    mutating func sendChunks(_ member: Int) {
        members[member].isSending = false
        guard members[member].isPresent, !members[member].isSilent else { return }
        while let upload = members[member].uploads.next(at: now) {
            guard let place = members[member].place(of: upload.peer.member) else { continue }
            members[member].links[place].state.uploadsEnded(1)
            let segment = SegmentNumber(upload.segment.number)
            let copy = members[member][segment]
            guard (copy.hasProof && copy.has(upload.chunk)) || forges(member, segment) else {
                let run = ChunkRun(upload.chunk..<upload.chunk + 1)
                send(.absent(segment, Message.Run(run)), member, to: place)
                continue
            }
            send(upload.chunk, of: segment, copy, member, to: place)
            return
        }
    }

    private mutating func send(
        _ chunk: Int, of segment: SegmentNumber, _ copy: SegmentCopy, _ member: Int, to place: Int
    ) {
        let bytes = media.length(ofChunk: chunk)
        let message = chunkMessage(chunk, of: segment, copy, member, to: place)
        members[member].ledger.uploaded(bytes)
        measures.left(bytes)
        measures.sent(.data(message), chunks: media.chunkCount, isCounted: isCounted)
        let sent = time + Int64(Double(bytes) / members[member].uplinkRate * 1e9)
        let free = kind(of: member) == .slowDrip ? sent + Self.dripPause : sent
        members[member].uplinkFreeAt = free
        // With nothing queued behind it, the next request sees that the uplink is free.
        if members[member].uploads.queuedChunks > 0 {
            members[member].isSending = true
            queue.add(.uplinkFree(MemberIndex(member)), at: free)
        }
        var arrival = max(
            sent + members[member].links[place].latency, members[member].links[place].dataUntil)
        if plan.stallProbability > 0,
            Double.random(in: 0..<1, using: &random) < plan.stallProbability
        {
            arrival += plan.stallDuration.wholeNanoseconds
        }
        members[member].links[place].dataUntil = arrival
        let remote = members[member].links[place].remote
        queue.add(.message(.data(message), to: remote), at: arrival)
        if kind(of: member) == .replay {
            queue.add(.message(.data(message), to: remote), at: arrival)
        }
    }

    @inline(__always)  // A call that cannot change the simulation would copy it.
    private func chunkMessage(
        _ chunk: Int, of segment: SegmentNumber, _ copy: SegmentCopy, _ member: Int, to place: Int
    ) -> Message.Chunk {
        guard !isHonest(member) else {
            return Message.Chunk(
                segment: segment, index: UInt16(chunk), hops: copy.hops, isWrong: copy.isSpoiled)
        }
        let receiver = Int(members[member].peers[place])
        switch flaw(segment, chunk: chunk, from: member, to: receiver) {
        case .none:
            return Message.Chunk(
                segment: segment, index: UInt16(chunk), hops: copy.hops,
                isWrong: forges(member, segment))
        case .bytes, .tooLong:
            return Message.Chunk(
                segment: segment, index: UInt16(chunk), hops: copy.hops, isWrong: true)
        case .index:
            return Message.Chunk(
                segment: segment, index: UInt16((chunk + 1) % media.chunkCount), hops: copy.hops,
                isWrong: true)
        }
    }

    /// The segment is gone: whoever waits for it is told.
    mutating func refuseUploads(_ member: Int, of segment: SegmentNumber) {
        for (peer, run) in members[member].uploads.segmentDropped(Media.id(segment)) {
            guard let place = members[member].place(of: peer.member) else { continue }
            members[member].links[place].state.uploadsEnded(Int(run.count))
            send(.absent(segment, Message.Run(run)), member, to: place)
        }
    }
}
