import PeerWire
import Primitives
import Testing

@testable import SwarmCore

/// What the origin is asked for of a segment of which peers brought a part.
@Suite struct GapTests {
    /// A board on which `#` is here and `.` is missing.
    private func board(_ picture: String) -> ChunkBoard {
        var board = ChunkBoard()
        let isKnown = board.lengthKnown(picture.count * ChunkGeometry.chunkSize)
        precondition(isKnown)
        for (chunk, letter) in picture.enumerated() where letter == "#" {
            _ = board.chunkVerified(chunk)
        }
        return board
    }

    private func chunks(_ picture: String, bridging bridged: Int) -> Range<Int>? {
        board(picture).gap(bridging: bridged).map { gap in
            let end = gap.end.map { $0 / ChunkGeometry.chunkSize } ?? picture.count
            return gap.offset / ChunkGeometry.chunkSize..<end
        }
    }

    @Test(arguments: [
        (0, 1..<2), (1, 1..<4), (2, 1..<4), (3, 1..<8), (.max, 1..<8),
    ])
    func `a span leads over as much as it is to bridge`(bridged: Int, span: Range<Int>) {
        #expect(chunks("#.#.###.#", bridging: bridged) == span)
    }

    @Test(arguments: [(0, 3, 3), (1, 2, 4), (2, 2, 4), (3, 1, 7), (.max, 1, 7)])
    func `gaps are counted with what they lead over`(bridged: Int, count: Int, chunks: Int) {
        let gaps = board("#.#.###.#").gaps(bridging: bridged)
        #expect(gaps == (count, chunks))
    }

    @Test func `what is asked of peers is no gap`() {
        var board = board("....")
        board.asked(1, of: PeerSlot(0))
        #expect(board.gaps(bridging: 0) == (2, 3))
        #expect(board.gaps(bridging: 1) == (1, 4))
        #expect(self.board("##").gaps(bridging: 1) == (0, 0))
    }

    @Test(arguments: [
        // What is wanted, and the rest once that is here.
        ("..........", 6, 6..<10), ("......####", 6, 0..<6), ("......#.##", 6, 7..<8),
        ("###...####", 6, 3..<6), ("..........", 10, 0..<10),
    ])
    func `what is wanted first is asked for first`(picture: String, wanted: Int, span: Range<Int>) {
        let gap = board(picture).gap(bridging: .max, from: wanted)
        let end = gap?.end.map { $0 / ChunkGeometry.chunkSize } ?? picture.count
        #expect(gap.map { $0.offset / ChunkGeometry.chunkSize..<end } == span)
        #expect(
            board(picture).firstMissing(from: wanted) / ChunkGeometry.chunkSize == span.lowerBound)
    }

    @Test func `what came behind a gap before the length was known stays, whatever came later`() {
        let size = ChunkGeometry.chunkSize
        var board = ChunkBoard()
        board.originDelivered(2 * size..<5 * size + 7)
        board.originDelivered(2 * size..<3 * size)
        board.originDelivered(size..<2 * size - 1)
        let isKnown = board.lengthKnown(5 * size + 7)
        #expect(isKnown)
        let present = (0..<6).map { board.isPresent($0) }
        #expect(present == [false, false, true, true, true, true])
    }

    @Test func `without a gap there is nothing to ask for`() {
        #expect(chunks("###", bridging: .max) == nil)
    }

    @Test func `what is bridged takes no longer than a round trip`() {
        var origin = OriginEstimate()
        origin.answered(after: .milliseconds(100))
        origin.delivered(10 * ChunkGeometry.chunkSize, in: .milliseconds(400), beside: 0)
        #expect(origin.chunksInRoundTrip == 2)
        origin = OriginEstimate()
        origin.answered(after: .milliseconds(60))
        origin.delivered(10 * ChunkGeometry.chunkSize, in: .seconds(1), beside: 0)
        #expect(origin.chunksInRoundTrip == 0)
    }

    @Test func `what came behind a gap before the length was known counts once it is`() {
        let chunk = ChunkGeometry.chunkSize
        var board = ChunkBoard()
        board.originDelivered(2 * chunk..<3 * chunk)
        board.originDelivered(2 * chunk..<5 * chunk + 100)
        #expect(board.isBegun && !board.isEmpty)
        let contradicted = board.lengthKnown(5 * chunk)
        #expect(!contradicted)
        let fits = board.lengthKnown(5 * chunk + 100)
        #expect(fits)
        #expect((0..<6).map { board.isPresent($0) } == [false, false, true, true, true, true])
        #expect(board.missingBytes == 2 * chunk)
        board.clear()
        #expect(board.isEmpty)
        let isFresh = board.lengthKnown(chunk)
        #expect(isFresh)
    }
}
