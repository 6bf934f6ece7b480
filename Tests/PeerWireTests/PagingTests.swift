import PeerWire
import Primitives
import TestSupport
import Testing

@Suite struct PagingTests {
    private let track = TrackID(7)

    @Test func `thirty segments fit in a few dozen bytes`() {
        let numbers = (1_000..<1_030).map { UInt64($0) }
        let pages = Have.pages(track: track, numbers: numbers)
        #expect(pages.count == 1)
        #expect(PeerMessage.have(pages[0]).encode().count == 23)
        #expect(pages[0].numbers == numbers)
    }

    @Test func `no segments need no message`() {
        #expect(Have.pages(track: track, numbers: []).isEmpty)
    }

    @Test func `a number past the last is not spoken of`() {
        let pages = Have.pages(track: track, numbers: [1, UInt64(Int64.max), .max])
        #expect(pages.flatMap(\.numbers) == [1])
    }

    @Test func `a page begins where the last one could not reach`() {
        let pages = Have.pages(track: track, numbers: [0, 4_095, 4_096, 100_000])
        #expect(pages.map(\.numbers) == [[0, 4_095], [4_096], [100_000]])
        #expect(pages.map(\.count) == [4_096, 1, 1])
    }

    @Test func `pages together say what was to be said`() {
        var random = SeededRandom(seed: testSeed)
        for _ in 0..<50 {
            let step = UInt64.random(in: 1...3_000, using: &random)
            let numbers = (0..<200).map { $0 * step + UInt64.random(in: 0..<step, using: &random) }
            let pages = Have.pages(track: track, numbers: numbers)
            #expect(pages.flatMap(\.numbers) == numbers)
            #expect(pages.allSatisfy { $0.count <= Have.largestCount })
        }
    }

    @Test(arguments: [
        (1, [1]), (960, [960]), (961, [960, 1]), (8_192, .init(repeating: 960, count: 8) + [512]),
    ])
    func `a leaf list is cut into pages`(count: Int, sizes: [Int]) throws {
        var random = SeededRandom(seed: testSeed)
        let leaves = (0..<count).map { _ in Leaf(random.bytes32()) }
        let pages = LeavesPage.pages(
            segment: SegmentID(track: track, number: 1), attestation: random.bytes(188),
            leaves: leaves)
        #expect(pages.map(\.leaves.count) == sizes)
        #expect(pages.flatMap(\.leaves) == leaves)
        for page in pages {
            let bytes = PeerMessage.leaves(page).encode()
            #expect(bytes.count <= 32 * 1024 + 64)
            let decoded = try PeerMessage(decoding: bytes.span)
            #expect(decoded == .leaves(page))
        }
    }

    @Test func `a run is a range of chunks`() {
        #expect(ChunkRun(3..<7) == ChunkRun(first: 3, count: 4))
        #expect(ChunkRun(first: 3, count: 4).chunks == 3..<7)
        #expect(ChunkRun.empty.isEmpty)
    }

    @Test func `what cannot be sent is the sender's error`() async {
        await #expect(processExitsWith: .failure) { _ = ChunkRun(first: 0, count: 65) }
        await #expect(processExitsWith: .failure) { _ = ChunkRun(first: 8_192, count: 1) }
        await #expect(processExitsWith: .failure) {
            _ = Evicted(track: TrackID(1), first: 0, count: 4_097)
        }
    }
}
