import PeerWire
import Primitives
import SwarmCore

extension Simulation {
    mutating func received(_ message: Message, at end: LinkEnd) {
        let member = Int(end.member)
        let place = Int(end.slot)
        guard let peer = members[member].sender(at: end) else { return }
        switch message {
        case .have(let first, let bits): has(member, place, peer, first, bits)
        case .inFlight(let segment, let chunks):
            receives(member, place, peer, segment, media.mask(chunks))
        case .rumour(let segment): receives(member, place, peer, segment, .rumour)
        case .evicted(let segment): evicted(member, place, peer, segment)
        case .progress(let position, let buffer, let rate):
            moved(member, place, peer, position, buffer, rate)
        case .leavesRequest(let segment):
            answerLeaves(member, place, segment)
            reflect(message, member, place)
        case .leaves(let segment): proves(member, place, peer, segment)
        case .noLeaves(let segment): unproven(member, peer, segment)
        case .request(let segment, let run, let within):
            serve(member, place, segment, run.chunks, withinMs: within)
            reflect(message, member, place)
        case .cancel(let segment, let run):
            let ended = members[member].uploads.cancelled(
                Media.id(segment), run.chunks, by: peer)
            members[member].links[place].state.uploadsEnded(ended)
        case .absent(let segment, let run):
            refused(member, place, peer, segment, run.chunks, .absent)
        case .busy(let segment, let run, let retryAfter):
            refused(
                member, place, peer, segment, run.chunks,
                .busy(retryAfter: .milliseconds(Int64(retryAfter))))
        case .data(let chunk): arrives(chunk, member, place, peer, end)
        case .gone: forget(member, place)
        }
    }

    // MARK: What a peer tells

    private mutating func has(
        _ member: Int, _ place: Int, _ peer: PeerID, _ first: SegmentNumber, _ bits: UInt64
    ) {
        guard bits > 1 else { return has(member, place, peer, Media.id(first)) }
        var numbers: [UInt64] = []
        for bit in 0..<64 as Range<UInt64> where bits & 1 << bit != 0 {
            numbers.append(UInt64(first) + bit)
        }
        for have in Have.pages(track: Media.track, numbers: numbers) {
            var news: [SegmentID] = []
            judge(member, place) { (state, now) throws(PeerViolation) in
                news = try state.announced(have, at: now)
            }
            guard !news.isEmpty else { return }
            members[member].schedule.peerHas(peer, news, at: now, into: &actions)
            settle(member)
        }
    }

    private mutating func has(
        _ member: Int, _ place: Int, _ peer: PeerID, _ segment: SegmentID
    ) {
        var isNews = false
        judge(member, place) { (state, now) throws(PeerViolation) in
            isNews = try state.announced(segment, at: now)
        }
        guard isNews else { return }
        one[0] = segment
        members[member].schedule.peerHas(peer, one, at: now, into: &actions)
        settle(member)
    }

    private mutating func receives(
        _ member: Int, _ place: Int, _ peer: PeerID, _ segment: SegmentNumber, _ chunks: ChunkMask
    ) {
        let update = InFlight(segment: Media.id(segment), chunks: chunks)
        var known: ChunkMask?
        judge(member, place) { (state, now) throws(PeerViolation) in
            known = try state.receives(update, at: now)
        }
        guard let known else { return }
        members[member].schedule.peerReceives(
            peer, update.segment, chunks: known, at: now, into: &actions)
        settle(member)
    }

    private mutating func evicted(
        _ member: Int, _ place: Int, _ peer: PeerID, _ segment: SegmentNumber
    ) {
        var gone: [SegmentID] = []
        judge(member, place) { (state, now) throws(PeerViolation) in
            gone = try state.evicted(Evicted(Media.id(segment)), at: now)
        }
        guard !gone.isEmpty else { return }
        members[member].schedule.peerEvicted(peer, gone, at: now, into: &actions)
        settle(member)
        // While the peer held it, it was not told that it is here too.
        if members[member][segment].isOffered {
            send(.have(first: segment, bits: 1), member, to: place)
        }
    }

    private mutating func moved(
        _ member: Int, _ place: Int, _ peer: PeerID, _ position: UInt32, _ buffer: UInt32,
        _ rate: UInt16
    ) {
        let progress = Progress(
            track: Media.track, position: UInt64(position), buffer: buffer, ratePercent: rate)
        judge(member, place) { (state, now) throws(PeerViolation) in
            try state.moved(at: now)
        }
        members[member].schedule.peerMoved(
            peer, to: PlayerState(progress), at: now, into: &actions)
        settle(member)
    }

    private mutating func answerLeaves(
        _ member: Int, _ place: Int, _ segment: SegmentNumber
    ) {
        guard kind(of: member) != .haveLiar else { return }
        let hasProof = members[member][segment].hasProof || forges(member, segment)
        send(hasProof ? .leaves(segment) : .noLeaves(segment), member, to: place)
    }

    /// Leaves have come; what they are depends on who sent them.
    private mutating func proves(
        _ member: Int, _ place: Int, _ peer: PeerID, _ segment: SegmentNumber
    ) {
        let sender = Int(peer.member)
        switch kind(of: sender) {
        case .badLeafList: return violated(member, place, .wrongLeaves)
        case .staleGeneration: return unproven(member, peer, segment)
        case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
            .slowDrip, .haveLiar, .neverRead, .requestFlood, .replay, .reflection, .badMouth,
            .sybilReporter, .copycatReporter, nil:
            break
        }
        guard !members[member][segment].isQuarantined else {
            return unproven(member, peer, segment)
        }
        members[member][segment].hasProof = true
        members[member][segment].isForged =
            members[sender][segment].isForged || forges(sender, segment)
        members[member].schedule.leavesVerified(
            Media.id(segment), length: media.segmentLength, from: peer, at: now, into: &actions)
        settle(member)
        tellArrival(member, segment)
        if kind(of: member) == .copycatReporter { claim(member, segment, isTrue: true) }
    }

    private mutating func unproven(_ member: Int, _ peer: PeerID, _ segment: SegmentNumber) {
        members[member].schedule.leavesUnavailable(
            Media.id(segment), from: peer, at: now, into: &actions)
        settle(member)
    }

    private mutating func refused(
        _ member: Int, _ place: Int, _ peer: PeerID, _ segment: SegmentNumber, _ run: ChunkRun,
        _ refusal: Schedule.Refusal
    ) {
        members[member].links[place].state.requestRefused(Media.id(segment), run)
        giveBack(member, peer, segment, run, refusal)
    }

    /// For the schedule, nothing comes of a request.
    private mutating func giveBack(
        _ member: Int, _ peer: PeerID, _ segment: SegmentNumber, _ run: ChunkRun,
        _ refusal: Schedule.Refusal
    ) {
        members[member].schedule.requestEnded(
            Media.id(segment), run, from: peer, refusal, at: now, into: &actions)
        settle(member)
    }

    // MARK: Chunks

    /// A chunk has reached the downlink, which carries one after the other.
    private mutating func arrives(
        _ chunk: Message.Chunk, _ member: Int, _ place: Int, _ peer: PeerID, _ end: LinkEnd
    ) {
        let bytes = media.length(ofChunk: Int(chunk.index))
        if !chunk.isThrough {
            let free = members[member].downlinkFreeAt
            let carry = Int64(Double(bytes) / members[member].person.downlink * 1e9)
            members[member].downlinkFreeAt = max(time, free) + carry
            if free > time {
                var waiting = chunk
                waiting.isThrough = true
                queue.add(.message(.data(waiting), to: end), at: free)
                return
            }
        }
        take(chunk, member, place, peer, bytes)
    }

    private mutating func take(
        _ chunk: Message.Chunk, _ member: Int, _ place: Int, _ peer: PeerID, _ bytes: Int
    ) {
        let segment = Media.id(chunk.segment)
        let index = Int(chunk.index)
        if chunk.isWrong, isTooLong(chunk, from: peer, member) {
            waste(member, peer, bytes, .integrity)
            return violated(member, place, .malformed)
        }
        guard kind(of: member) != .neverRead else { return leaveUnread(member, place) }
        var isWanted = false
        judge(member, place) { (state, _) throws(PeerViolation) in
            isWanted = try state.dataReceived(segment, chunk: index)
        }
        guard members[member].links[place].isOpen else {
            // Unasked for is as useless as wrong.
            return waste(member, peer, bytes, .integrity)
        }
        measures.arrived(bytes)
        let copy = members[member][chunk.segment]
        guard copy.hasProof || copy.isComplete else {
            waste(member, peer, bytes, .late)
            let run = ChunkRun(index..<index + 1)
            if isWanted { giveBack(member, peer, chunk.segment, run, .absent) }
            return
        }
        guard chunk.isWrong == copy.isForged else {
            waste(member, peer, bytes, .integrity)
            if isHonest(member) { complain(member, of: chunk.segment, by: Int(peer.member)) }
            violated(member, place, .wrongChunk)
            return
        }
        let isNew = !copy.has(index)
        if isNew {
            members[member][chunk.segment].chunks |= 1 << UInt64(index)
            members[member][chunk.segment].hops = max(copy.hops, chunk.hops &+ 1)
            if chunk.isWrong { members[member][chunk.segment].isSpoiled = true }
            members[member].ledger.received(bytes, of: segment, from: .peer)
            if isHonest(member) {
                measures.fromPeer(
                    bytes, isEdge: members[member].person.isEdge, isCounted: isCounted)
            }
        } else {
            waste(member, peer, bytes, isWanted ? .duplicate : .late)
        }
        let isUseful = members[member].schedule.chunkVerified(
            segment, chunk: index, from: peer, at: now, into: &actions)
        settle(member)
        precondition(isNew == isUseful, "schedule and store disagree on \(chunk)")
        completeIfWhole(member, chunk.segment)
        if isNew { tellArrival(member, chunk.segment) }
    }

    /// Whether the codec takes what came for no message: it cannot hold such a chunk.
    @inline(__always)  // A call that cannot change the simulation would copy it.
    private func isTooLong(_ chunk: Message.Chunk, from peer: PeerID, _ member: Int) -> Bool {
        let sender = Int(peer.member)
        switch flaw(chunk.segment, chunk: Int(chunk.index), from: sender, to: member) {
        case .tooLong: return true
        case .none, .bytes, .index: return false
        }
    }

    private mutating func waste(
        _ member: Int, _ peer: PeerID, _ bytes: Int, _ reason: WasteReason
    ) {
        members[member].ledger.wasted(bytes, reason)
        guard isHonest(member) else { return }
        measures.wasted(bytes, reason, isCounted: isCounted)
        guard reason == .integrity || kind(of: Int(peer.member))?.spoilsChunks == true else {
            return
        }
        harm.wasted(bytes, by: peer.member, of: MemberIndex(member))
    }
}
