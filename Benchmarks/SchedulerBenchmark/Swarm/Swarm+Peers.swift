import Foundation
import PeerWire
import Primitives
import SwarmCore

extension Swarm {
    // MARK: Coming and going

    /// A new peer takes a place in the model.
    mutating func join(_ index: Int) {
        serial += 1
        let id = PeerID(Bytes32(words: (random.next(), UInt64(serial), 0, 0)))
        // Who has more peers gets less from each, as they have other peers as well.
        let mean = 1_500_000 * pow(8 / Double(cell.peers), 0.7)
        let isSlow = uniform() < 0.1
        var peer = ModelPeer(
            id: id, rate: mean * (isSlow ? 0.1 : 0.5 + uniform()),
            roundTrip: .milliseconds(20 + Int(60 * uniform())), hasLittleRoom: uniform() < 0.5)
        peer.held = startingRange(peer)
        peer.progress = Int(random.next() & 3)
        if index == peers.count {
            peers.append(peer)
            events.add(.peerSpeaks(peer: index), at: now + .seconds(uniform()))
        } else {
            peers[index] = peer
        }
        slots[id] = index
        give(.peerJoined) {
            $0.peerJoined(id, uploads: true, isEdge: false, at: $1, into: &$2)
        }
        reportPlayer(of: index)
        reportAllHeld(by: index)
    }

    /// Live viewers are near the edge; those of a film are anywhere in it.
    private mutating func startingRange(_ peer: ModelPeer) -> Range<UInt64> {
        let spread = cell.trace == .live ? min(4, media.count) : media.count
        let end = media.end - random.next() % UInt64(spread)
        guard peer.hasLittleRoom, end - media.first > ModelPeer.smallStore else {
            return media.first..<end
        }
        return end - ModelPeer.smallStore..<end
    }

    private mutating func reportAllHeld(by index: Int) {
        let id = peers[index].id
        let held = peers[index].held.map(ModelMedia.segment)
        give(.peerHasMany) { $0.peerHas(id, held, at: $1, into: &$2) }
    }

    /// The peers keep nothing of the old film.
    mutating func dropAll() {
        for index in peers.indices {
            let id = peers[index].id
            let held = peers[index].held
            let gone = (held.lowerBound...held.upperBound).map(ModelMedia.segment)
            give(.peerEvictedMany) { $0.peerEvicted(id, gone, at: $1, into: &$2) }
        }
    }

    /// All peers watch the new film as well.
    mutating func startPeersOver() {
        for index in peers.indices {
            peers[index].held = startingRange(peers[index])
            reportPlayer(of: index)
            reportAllHeld(by: index)
        }
    }

    mutating func replacePeer() {
        let index = Int(random.next() % UInt64(peers.count))
        let id = peers[index].id
        slots[id] = nil
        give(.peerLeft) { $0.peerLeft(id, at: $1, into: &$2) }
        join(index)
        events.add(.peerIsReplaced, at: now + .seconds(2))
    }

    // MARK: News

    /// Every second a peer has a quarter more of its next segment.
    mutating func speak(_ index: Int) {
        events.add(.peerSpeaks(peer: index), at: now + .seconds(1))
        let id = peers[index].id
        let next = peers[index].held.upperBound
        peers[index].progress = (peers[index].progress + 1) & 3
        let progress = peers[index].progress
        if progress == 1 { reportPlayer(of: index) }
        guard next < media.end else { return }
        let segment = ModelMedia.segment(next)
        guard progress == 0 else {
            var chunks = ChunkMask(chunkCount: ModelMedia.chunks)
            for chunk in 0..<ModelMedia.chunks * progress / 4 { chunks.insertGroup(of: chunk) }
            return give(.peerReceives) {
                $0.peerReceives(id, segment, chunks: chunks, at: $1, into: &$2)
            }
        }
        let held = [segment]
        peers[index].held = peers[index].held.lowerBound..<next + 1
        give(.peerHas) { $0.peerHas(id, held, at: $1, into: &$2) }
        makeRoom(index)
    }

    private mutating func makeRoom(_ index: Int) {
        let held = peers[index].held
        guard peers[index].hasLittleRoom, held.count > ModelPeer.smallStore else { return }
        let id = peers[index].id
        let gone = [ModelMedia.segment(held.lowerBound)]
        peers[index].held = held.lowerBound + 1..<held.upperBound
        give(.peerEvicted) { $0.peerEvicted(id, gone, at: $1, into: &$2) }
    }

    private mutating func reportPlayer(of index: Int) {
        let id = peers[index].id
        let ahead = ModelMedia.segmentDuration * 5
        let position = max(.zero, media.start(of: peers[index].held.upperBound) - ahead)
        let state = PlayerState(position: position, buffer: ahead, rate: 1)
        give(.peerMoved) { $0.peerMoved(id, to: state, at: $1, into: &$2) }
    }

    // MARK: Serving

    mutating func askLeaves(of segment: UInt64, from peer: PeerID) {
        guard let index = slots[peer] else { return }
        let event = Event.leavesArrive(peer: peer, segment: segment)
        events.add(event, at: now + peers[index].roundTrip)
    }

    mutating func deliverLeaves(of number: UInt64, from id: PeerID) {
        guard slots[id] != nil else { return }
        let segment = ModelMedia.segment(number)
        give(.leavesArrived) {
            $0.leavesVerified(segment, length: ModelMedia.length, from: id, at: $1, into: &$2)
        }
    }

    mutating func ask(_ segment: UInt64, _ chunks: Range<Int>, of peer: PeerID) {
        guard let index = slots[peer] else { return }
        let wasIdle = peers[index].pending.isEmpty
        for chunk in chunks {
            peers[index].pending.append(ModelPeer.Request(segment: segment, chunk: chunk))
        }
        if wasIdle { awaitDelivery(from: index, after: peers[index].roundTrip) }
    }

    mutating func cancel(_ segment: UInt64, _ chunks: Range<Int>, of peer: PeerID) {
        guard let index = slots[peer] else { return }
        peers[index].pending.removeAll { $0.segment == segment && chunks.contains($0.chunk) }
        if peers[index].pending.isEmpty { peers[index].turn += 1 }
    }

    private mutating func awaitDelivery(from index: Int, after wait: Duration = .zero) {
        peers[index].turn += 1
        let seconds = peers[index].secondsPerChunk * (0.7 + 0.6 * uniform())
        events.add(
            .peerDelivers(peer: index, turn: peers[index].turn), at: now + wait + .seconds(seconds))
    }

    mutating func deliver(from index: Int, _ turn: Int) {
        guard turn == peers[index].turn, let request = peers[index].pending.first else { return }
        guard uniform() > 0.003 else { return refuse(request, by: index) }
        peers[index].pending.removeFirst()
        if !peers[index].pending.isEmpty { awaitDelivery(from: index) }
        let (id, segment) = (peers[index].id, ModelMedia.segment(request.segment))
        media.received(request.chunk..<request.chunk + 1, of: request.segment)
        give(.chunkArrived) {
            _ = $0.chunkVerified(segment, chunk: request.chunk, from: id, at: $1, into: &$2)
        }
    }

    /// The peer gives nothing for a while of what it was asked for in a row.
    private mutating func refuse(_ request: ModelPeer.Request, by index: Int) {
        let pending = peers[index].pending
        var end = 1
        while end < pending.count, pending[end].segment == request.segment,
            pending[end].chunk == request.chunk + end
        {
            end += 1
        }
        peers[index].pending.removeFirst(end)
        if !peers[index].pending.isEmpty { awaitDelivery(from: index) }
        let run = ChunkRun(request.chunk..<request.chunk + end)
        let (id, segment) = (peers[index].id, ModelMedia.segment(request.segment))
        give(.peerBusy) {
            $0.requestEnded(
                segment, run, from: id, .busy(retryAfter: .milliseconds(500)), at: $1, into: &$2)
        }
    }
}
