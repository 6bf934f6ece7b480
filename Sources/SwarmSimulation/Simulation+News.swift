import PeerWire
import Primitives
import SwarmCore

extension Simulation {
    mutating func send(_ message: Message, _ member: Int, to place: Int) {
        guard let route = members[member].route(place) else { return }
        measures.sent(message, chunks: media.chunkCount, isCounted: isCounted)
        queue.add(.message(message, to: route.to), at: time + route.latency)
    }

    private mutating func sendToPlaces(_ message: Message, _ member: Int) {
        for place in places { send(message, member, to: place) }
        places.removeAll(keepingCapacity: true)
    }

    /// Tells peers of a segment that is whole and proven.
    mutating func offer(_ member: Int, _ segment: SegmentNumber) {
        guard !members[member][segment].isOffered else { return }
        members[member][segment].isOffered = true
        members[member].arrivals.ended(Media.id(segment))
        members[member].offer(Media.id(segment), to: &places)
        sendToPlaces(.have(first: segment, bits: 1), member)
    }

    /// Lets others ask for the chunks of a segment that is itself still arriving.
    mutating func tellArrival(_ member: Int, _ segment: SegmentNumber) {
        let copy = members[member][segment]
        guard !copy.isOffered, copy.hasProof else { return }
        let id = Media.id(segment)
        let chunks = media.mask(copy.chunks)
        let before = members[member].arrivals.grew(
            id, to: copy.chunks.nonzeroBitCount, of: media.chunkCount, at: now)
        guard let before else { return }
        members[member].lacking(id, chunks, before: before, to: &places)
        sendToPlaces(.inFlight(segment, chunks: chunks.bits), member)
    }

    /// Tells that the CDN has been asked, so that others need not.
    mutating func tellFetching(_ member: Int, _ segment: SegmentNumber) {
        guard policy != .cdnOnly, !members[member][segment].hasProof else { return }
        for place in members[member].links.indices
        where members[member].links[place].isOpen
            && members[member].links[place].state.lacks(Media.id(segment))
        {
            send(.inFlight(segment, chunks: 0), member, to: place)
        }
    }

    /// Tells that somebody has asked the CDN.
    mutating func tellRumour(_ member: Int, _ segment: SegmentNumber) {
        members[member].lacking(Media.id(segment), to: &places)
        sendToPlaces(.rumour(segment), member)
    }

    /// The fetch that others were told of has ended without the segment.
    mutating func tellNotFetching(_ member: Int, _ segment: SegmentNumber) {
        let copy = members[member][segment]
        guard policy != .cdnOnly, !copy.hasProof, copy.chunks != media.allChunks else { return }
        tellEvicted(member, segment)
    }

    mutating func tellEvicted(_ member: Int, _ segment: SegmentNumber) {
        members[member].lacking(Media.id(segment), to: &places)
        sendToPlaces(.evicted(segment), member)
    }

    mutating func tellProgress(_ member: Int, _ report: PlayerState) {
        guard members[member].peerCount > 0,
            members[member].progress.moved(to: report, at: now)
        else { return }
        let message = Message.progress(report)
        for place in members[member].links.indices { send(message, member, to: place) }
    }

    /// Everything that a member holds, to a peer that has just come.
    mutating func tellAll(_ member: Int, to place: Int) {
        var page: (first: SegmentNumber, bits: UInt64)?
        var offered: [SegmentNumber] = []
        members[member].gatherOffered(into: &offered)
        for segment in offered {
            if let open = page, segment - open.first < 64 {
                page = (open.first, open.bits | 1 << UInt64(segment - open.first))
            } else {
                if let page { send(.have(first: page.first, bits: page.bits), member, to: place) }
                page = (segment, 1)
            }
        }
        if let page { send(.have(first: page.first, bits: page.bits), member, to: place) }
    }
}

extension Message {
    static func progress(_ player: PlayerState) -> Message {
        .progress(
            position: UInt32(clamping: player.position.wholeNanoseconds / 1_000_000),
            buffer: UInt32(clamping: player.buffer.wholeNanoseconds / 1_000_000),
            rate: UInt16(clamping: Int(player.rate * 100)))
    }
}
