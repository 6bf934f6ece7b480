import Harness
import PeerWire
import Primitives
import SwarmCore

/// Peers that ask one queue for chunks, with deadlines drawn from a seeded generator.
struct UploadLoad {
    private static let segment = SegmentID(track: TrackID(1), number: 1)

    private let peers: [PeerID]
    private var queue: UploadQueue
    private var random = SeededRandom(seed: 1)
    private var displaced: [UploadQueue.Refusal] = []
    private var now = Moment.start

    init(peers count: Int, slots: Int) {
        var configuration = UploadConfiguration.edge
        configuration.slots = slots
        configuration.chunksInAll = slots * configuration.chunksPerPeer
        queue = UploadQueue(configuration: configuration)
        peers = (0..<count).map { PeerID(Bytes32(words: (UInt64($0), 1, 2, 3))) }
        for peer in peers { queue.peerJoined(peer) }
        for index in 0..<slots { ask(peers[index], 4) }
    }

    /// Each round a random peer asks for four chunks and four go out.
    mutating func serve(rounds: Int) {
        for _ in 0..<rounds {
            ask(peers[Int.random(in: peers.indices, using: &random)], 4)
            for _ in 0..<4 { keep(queue.next(at: now)) }
        }
    }

    /// Each round a random peer asks for a slot of which there are half as many as peers.
    mutating func compete(rounds: Int) {
        for _ in 0..<rounds {
            ask(peers[Int.random(in: peers.indices, using: &random)], 2)
            if Bool.random(using: &random) { keep(queue.next(at: now)) }
        }
    }

    private mutating func ask(_ peer: PeerID, _ chunks: Int) {
        now = now + .milliseconds(1)
        let time = Duration.milliseconds(Int64.random(in: 0...30_000, using: &random))
        _ = queue.requested(
            Self.segment, ChunkRun(0..<chunks), by: peer, deadline: now + time, at: now,
            displaced: &displaced)
        displaced.removeAll(keepingCapacity: true)
    }
}
