import PeerWire
import Primitives
import SwarmTestSupport
import TestSupport

/// Messages that are well formed and make no sense, about segments that exist and that do not.
struct Babble {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func next() -> PeerMessage {
        switch Int.random(in: 0..<15, using: &random) {
        case 0: .have(Have(segment()))
        case 1: .inFlight(inFlight())
        case 2: .evicted(Evicted(segment()))
        case 3: .progress(progress())
        case 4: .leavesRequest(LeavesRequest(segment: segment(), root: nil))
        case 5:
            .leavesRequest(LeavesRequest(segment: segment(), root: Root(random.bytes32())))
        case 6: .leaves(leaves())
        case 7, 8:
            .request(
                ChunkRequest(
                    segment: segment(), run: run(from: 1),
                    deadlineMs: UInt32.random(in: 0 ... .max, using: &random)))
        case 9: .absent(segment(), run(from: 0))
        case 10: .busy(Busy(segment: segment(), run: run(from: 0), retryAfterMs: .max))
        case 11, 12: .cancel(segment(), run(from: 1))
        case 13: .ping(random.next())
        default: .pong(random.next())
        }
    }

    private mutating func segment() -> SegmentID {
        let track = Int.random(in: 0..<10, using: &random) == 0 ? TrackID(9) : TestNode.track
        return SegmentID(track: track, number: UInt64.random(in: 0..<8, using: &random))
    }

    private mutating func run(from least: Int) -> ChunkRun {
        let first = Int.random(in: 0..<6, using: &random)
        return ChunkRun(first..<first + Int.random(in: least..<5, using: &random))
    }

    private mutating func inFlight() -> InFlight {
        var chunks = ChunkMask(chunkCount: Int.random(in: 0...8, using: &random))
        for chunk in 0..<chunks.chunkCount where Bool.random(using: &random) {
            chunks.insertGroup(of: chunk)
        }
        return InFlight(segment: segment(), chunks: chunks)
    }

    private mutating func progress() -> Progress {
        Progress(
            track: TestNode.track,
            position: [0, 5_000, UInt64(Int64.max)].randomElement(using: &random) ?? 0,
            buffer: [0, 5_000, .max].randomElement(using: &random) ?? 0,
            ratePercent: [0, 100, .max].randomElement(using: &random) ?? 0)
    }

    private mutating func leaves() -> LeavesPage {
        LeavesPage(
            segment: segment(), attestation: random.bytes(LeavesPage.attestationSize),
            firstLeaf: UInt32.random(in: 0..<3, using: &random), totalLeaves: 4,
            leaves: [Leaf(random.bytes32())])
    }
}
