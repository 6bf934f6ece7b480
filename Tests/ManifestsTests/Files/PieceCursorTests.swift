import Manifests
import Testing

@Suite struct PieceCursorTests {
    /// Pieces of 256 KiB, the fourth of which is short.
    private static let table = PieceTable(length: 800_000)

    private func needed(_ range: Range<Int>, read: Int) throws -> Range<Int> {
        var cursor = PieceCursor(try #require(Self.table), reading: range)
        cursor.read(to: read)
        return cursor.needed
    }

    @Test(arguments: [
        (0..<800_000, 0, 0..<1), (0..<800_000, 131_071, 0..<1), (0..<800_000, 131_072, 0..<2),
        (0..<800_000, 262_143, 0..<2), (0..<800_000, 262_144, 1..<2),
        (0..<800_000, 700_000, 2..<4), (0..<800_000, 790_000, 3..<4),
        (0..<800_000, 800_000, 0..<0),
        // What is not asked for is not needed, however far the client is.
        (0..<262_144, 200_000, 0..<1), (0..<262_145, 200_000, 0..<2), (5..<6, 5, 0..<1),
        // A seek needs where it leads to, and from the middle of a piece on what follows.
        (300_000..<800_000, 300_000, 1..<2), (500_000..<800_000, 500_000, 1..<3),
        (799_999..<800_000, 799_999, 3..<4),
    ])
    func `a reader needs its piece, and from the middle on the next`(
        _ range: Range<Int>, _ read: Int, _ expected: Range<Int>
    ) throws {
        #expect(try needed(range, read: read) == expected)
    }

    @Test(arguments: [
        // As much as may lie unread between it and us.
        (800_000, 0..<800_000, 393_215, false), (800_000, 0..<800_000, 393_216, true),
        (800_000, 700_000..<800_000, 799_999, false),
        (800_000, 200_000..<800_000, 593_215, false), (800_000, 200_000..<800_000, 593_216, true),
        // Of a long file half a piece is more.
        (1 << 30, 0..<1 << 30, 524_287, false), (1 << 30, 0..<1 << 30, 524_288, true),
    ])
    func `one who reads on is told from one who looks around`(
        _ length: Int, _ range: Range<Int>, _ read: Int, _ expected: Bool
    ) throws {
        var cursor = PieceCursor(try #require(PieceTable(length: length)), reading: range)
        cursor.read(to: read)
        #expect(cursor.readsOn == expected)
    }
}
