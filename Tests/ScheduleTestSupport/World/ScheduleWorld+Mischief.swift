import PeerWire
import Primitives
import SwarmCore

extension ScheduleWorld {
    /// One thing that the schedule could not know.
    mutating func doMischief() {
        switch dice.roll(8) {
        case 0: annoyPlayer()
        case 1: annoyStore()
        case 2: changeOrigin()
        case 3: changeSwarm()
        case 4, 5: arriveOrLeave(dice.roll(peers.count))
        case 6: changePeer(dice.roll(peers.count))
        default: news(of: dice.roll(peers.count))
        }
    }

    private mutating func annoyPlayer() {
        switch dice.roll(7) {
        case 0, 1: seek()
        case 2: player.rate = [0, 0.5, 1, 2][dice.roll(4)]
        case 3:
            player.tracks = dice.pick([[Self.tracks[0]], [Self.tracks[1]], Self.tracks]) ?? []
            feed(.tracksSelected(player.tracks))
        case 4:
            player.reportsPosition = dice.chance(50)
            player.reportsBuffer = dice.chance(50)
        case 5: player.target = .seconds(2 + dice.roll(30))
        default: releaseAll()
        }
    }

    private mutating func annoyStore() {
        let segment = anySegment()
        switch dice.roll(3) {
        case 0: feed(.segmentDropped(segment))
        case 1:
            // Somebody else looks at it.
            feed(.playerRequested(segment, nil))
            player.waiting.insert(segment)
        // The end of a fetch that is under way would be a word about the segment's length.
        default: if origin.fetches[segment] == nil { feed(.originFinished(segment)) }
        }
    }

    private mutating func changeOrigin() {
        switch dice.roll(4) {
        case 0: origin.isSilent = dice.chance(40)
        case 1: origin.failures = dice.roll(30)
        case 2: origin.bytesPerSecond = 20_000 << dice.roll(9)
        default: origin.latency = dice.milliseconds(5..<1_500)
        }
    }

    private mutating func changeSwarm() {
        switch dice.roll(4) {
        case 0: feed(.peersEnabled(dice.chance(70)))
        case 1: feed(.ownersNeeded(1 + dice.roll(3)))
        case 2 where dice.chance(5):
            feed(.trackKeptFromPeers(dice.pick(Self.tracks) ?? Self.tracks[0]))
        default:
            let viewers = 1 + dice.roll(20)
            feed(
                .slotAssigned(
                    slot: dice.roll(viewers), viewers: viewers, edges: dice.roll(2)))
        }
    }

    // MARK: Peers

    private mutating func arriveOrLeave(_ index: Int) {
        if peers[index].isHere, dice.chance(40) {
            peers[index].isHere = false
            return feed(.peerLeft(Self.peer(index)))
        }
        arrive(index, uploads: dice.chance(95))
    }

    private mutating func arrive(_ index: Int, uploads: Bool) {
        guard !peers[index].isHere else { return }
        peers[index] = WorldPeer(visit: peers[index].visit + 1, isHere: true)
        peers[index].uploads = uploads
        peers[index].isEdge = dice.chance(10)
        changePeer(index)
        feed(
            .peerJoined(
                Self.peer(index), uploads: peers[index].uploads, isEdge: peers[index].isEdge))
        news(of: index)
    }

    private mutating func changePeer(_ index: Int) {
        peers[index].isSilent = dice.chance(15)
        peers[index].secondsPerChunk = [0.005, 0.02, 0.1, 0.5, 3][dice.roll(5)]
        peers[index].latency = dice.milliseconds(1..<300)
        peers[index].refusals = [0, 0, 10, 60][dice.roll(4)]
    }

    private mutating func news(of index: Int) {
        guard peers[index].isHere else { return }
        let peer = Self.peer(index)
        switch dice.roll(5) {
        case 0, 1: feed(.peerHas(peer, (0..<dice.roll(10)).map { _ in anySegment() }))
        case 2:
            let segment = anySegment()
            let count = (Self.length(of: segment) + 32_767) >> ChunkGeometry.chunkLog
            var chunks = ChunkMask(chunkCount: count)
            for _ in 0..<dice.roll(7) { chunks.insertGroup(of: dice.roll(count)) }
            feed(.peerReceives(peer, segment, chunks))
        case 3: feed(.peerEvicted(peer, (0..<dice.roll(4)).map { _ in anySegment() }))
        default:
            let state = PlayerState(
                position: .seconds(dice.roll(100)), buffer: .seconds(dice.roll(20)),
                rate: Double(dice.roll(3)))
            feed(.peerMoved(peer, state))
        }
    }

    /// A peer that has everything and gives it.
    mutating func makeGood(_ index: Int) {
        if peers[index].isHere, !peers[index].uploads || peers[index].owesAnswers {
            peers[index].isHere = false
            feed(.peerLeft(Self.peer(index)))
        }
        arrive(index, uploads: true)
        peers[index].isSilent = false
        peers[index].refusals = 0
        peers[index].secondsPerChunk = 0.01
        peers[index].latency = .milliseconds(20)
        peers[index].freeAt = now
        hasAll(index)
    }

    /// The peer says that it holds all that is described.
    mutating func hasAll(_ index: Int) {
        guard peers[index].isHere else { return }
        for track in Self.tracks {
            let segments = window.map { SegmentID(track: track, number: UInt64($0)) }
            held.formUnion(segments)
            feed(.peerHas(Self.peer(index), segments))
        }
    }
}
