/// Which pieces one answer needs while its client reads: the one that is read and, from the middle of
/// that on, the next, so that its first byte is there when the last of this one has gone.
///
/// A client that drops an answer early, as players do that look for an index, has caused one piece.
package struct PieceCursor: Sendable {
    private let table: PieceTable
    private let start: Int
    private let end: Int
    /// The next byte that the client takes.
    package private(set) var offset: Int

    /// `range` is not empty and lies within the file.
    package init(_ table: PieceTable, reading range: Range<Int>) {
        precondition(!range.isEmpty && range.upperBound <= table.length, "\(range)")
        self.table = table
        start = range.lowerBound
        offset = start
        end = range.upperBound
    }

    /// The pieces that are needed now, in order; none once all is read.
    package var needed: Range<Int> {
        guard offset < end else { return 0..<0 }
        let piece = table.piece(at: offset)
        let range = table.range(of: piece)
        let isPastMiddle = offset >= range.lowerBound + range.count / 2
        return piece..<(isPastMiddle && range.upperBound < end ? piece + 2 : piece + 1)
    }

    /// Whether it has taken so much that it goes on, and does not only look around.
    package var readsOn: Bool { offset - start >= max(Self.unread, table.pieceLength / 2) }

    /// What seems to be taken and may lie in the sockets' buffers on both sides.
    private static let unread = 384 << 10

    /// The client has taken everything before `offset`.
    package mutating func read(to offset: Int) {
        precondition(offset >= self.offset && offset <= end, "an answer is read in order")
        self.offset = offset
    }
}
