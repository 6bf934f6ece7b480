import Manifests
import Primitives
import TestSupport
import Testing

@Suite struct PieceTableTests {
    @Test(arguments: [
        (1, 262_144, 1), (262_144, 262_144, 1), (262_145, 262_144, 2),
        (33_554_432, 262_144, 128), (33_554_433, 524_288, 65), (50_000_000, 524_288, 96),
        (67_108_865, 1_048_576, 65), (4_000_000_000, 1_048_576, 3815),
        (34_359_738_368, 1_048_576, 32_768), (34_359_738_369, 2_097_152, 16_385),
    ])
    func `the length alone decides`(_ length: Int, _ pieceLength: Int, _ count: Int) throws {
        let table = try #require(PieceTable(length: length))
        #expect(table.pieceLength == pieceLength && table.count == count)
    }

    @Test(arguments: [Int.min, -1, 0, (2 << 20) * PieceTable.mostPieces + 1, .max])
    func `no other length is cut`(_ length: Int) {
        #expect(PieceTable(length: length) == nil)
    }

    @Test func `pieces cover a file once, in order, in whole chunks`() throws {
        var random = SeededRandom(seed: testSeed)
        for _ in 0..<200 {
            let length = Int.random(in: 1...40_000_000, using: &random)
            let table = try #require(PieceTable(length: length))
            var end = 0
            for piece in 0..<table.count {
                let range = table.range(of: piece)
                #expect(range.lowerBound == end && !range.isEmpty)
                #expect(range.lowerBound % ChunkGeometry.chunkSize == 0 && range.count <= 2 << 20)
                #expect(table.piece(at: range.lowerBound) == piece)
                #expect(table.piece(at: range.upperBound - 1) == piece)
                end = range.upperBound
            }
            #expect(end == table.length)
        }
    }
}
