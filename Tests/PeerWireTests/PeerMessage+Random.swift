import PeerWire
import Primitives
import TestSupport

extension PeerMessage {
    /// Some message; every type is as likely as any other.
    static func random(using random: inout SeededRandom) -> PeerMessage {
        let segment = SegmentID.random(using: &random)
        switch UInt8.random(in: 1...15, using: &random) {
        case 1:
            let progress = Bool.random(using: &random) ? Progress.random(using: &random) : nil
            return .hello(
                Hello(
                    uploads: .random(using: &random), isEdge: .random(using: &random),
                    progress: progress))
        case 2: return .have(.random(using: &random))
        case 3:
            var chunks = ChunkMask(chunkCount: Int.random(in: 0...8192, using: &random))
            for chunk in 0..<chunks.chunkCount where Int.random(in: 0..<32, using: &random) == 0 {
                chunks.insertGroup(of: chunk)
            }
            return .inFlight(InFlight(segment: segment, chunks: chunks))
        case 4:
            return .evicted(
                Evicted(
                    track: segment.track, first: segment.number,
                    count: .random(in: 1...4096, using: &random)))
        case 5: return .progress(.random(using: &random))
        case 6:
            let root = Bool.random(using: &random) ? Root(random.bytes32()) : nil
            return .leavesRequest(LeavesRequest(segment: segment, root: root))
        case 7: return .leaves(.random(using: &random))
        case 8:
            return .request(
                ChunkRequest(
                    segment: segment, run: .random(count: 1...64, using: &random),
                    deadlineMs: .random(in: 0...UInt32.max, using: &random)))
        case 9:
            return .data(
                ChunkHeader(segment: segment, chunk: .random(in: 0..<8192, using: &random)))
        case 10: return .absent(segment, .random(count: 0...64, using: &random))
        case 11:
            return .busy(
                Busy(
                    segment: segment, run: .random(count: 0...64, using: &random),
                    retryAfterMs: .random(in: 0...UInt32.max, using: &random)))
        case 12: return .cancel(segment, .random(count: 1...64, using: &random))
        case 13: return .ping(random.next())
        case 14: return .pong(random.next())
        default: return .goodbye(GoodbyeReason.allCases.randomElement(using: &random) ?? .other)
        }
    }
}

extension SegmentID {
    fileprivate static func random(using random: inout SeededRandom) -> SegmentID {
        SegmentID(track: TrackID(random.next()), number: random.next() >> 2)
    }
}

extension Progress {
    fileprivate static func random(using random: inout SeededRandom) -> Progress {
        Progress(
            track: TrackID(random.next()), position: random.next() >> 1,
            buffer: .random(in: 0...UInt32.max, using: &random),
            ratePercent: .random(in: 0...UInt16.max, using: &random))
    }
}

extension Have {
    fileprivate static func random(using random: inout SeededRandom) -> Have {
        let segment = SegmentID.random(using: &random)
        let span = UInt64.random(in: 1...UInt64(Have.largestCount), using: &random)
        let numbers = (1..<span).filter { _ in Bool.random(using: &random) }
        let pages = Have.pages(
            track: segment.track, numbers: [segment.number] + numbers.map { segment.number + $0 })
        return pages[0]
    }
}

extension LeavesPage {
    fileprivate static func random(using random: inout SeededRandom) -> LeavesPage {
        let count = UInt32.random(in: 1...UInt32(LeavesPage.largestCount), using: &random)
        let total = UInt32.random(in: count...8192, using: &random)
        return LeavesPage(
            segment: .random(using: &random), attestation: random.bytes(188),
            firstLeaf: .random(in: 0...total - count, using: &random), totalLeaves: total,
            leaves: (0..<count).map { _ in Leaf(random.bytes32()) })
    }
}

extension ChunkRun {
    fileprivate static func random(
        count: ClosedRange<UInt16>, using random: inout SeededRandom
    ) -> ChunkRun {
        let count = UInt16.random(in: count, using: &random)
        return ChunkRun(
            first: .random(in: 0...8192 - UInt32(count), using: &random), count: count)
    }
}
