/// How a file is cut into the pieces that peers exchange: by its length alone, so that all cut alike.
///
/// Each piece costs the CDN a request and the notary a report, of which it takes few a second; and what
/// a player seeks in is of use to others once it is whole. So pieces are about a 128th of the file,
/// from 256 KiB, which is ten seconds of music, to 1 MiB, which is how CDNs slice files, too.
package struct PieceTable: Hashable, Sendable {
    /// Pieces of the longest file that is exchanged.
    package static let mostPieces = 1 << 15
    private static let lengths = 256 << 10...1 << 20
    private static let usualPieces = 128

    /// Bytes in the file.
    package let length: Int
    /// Bytes in every piece but the last.
    package let pieceLength: Int

    /// Nil for an empty file, and for one too long for so few pieces.
    package init?(length: Int) {
        guard length > 0 else { return nil }
        var pieceLength = Self.lengths.lowerBound
        while pieceLength < Self.lengths.upperBound, pieceLength * Self.usualPieces < length {
            pieceLength *= 2
        }
        if length > pieceLength * Self.mostPieces { pieceLength *= 2 }
        guard length <= pieceLength * Self.mostPieces else { return nil }
        self.length = length
        self.pieceLength = pieceLength
    }

    package var count: Int { (length - 1) / pieceLength + 1 }

    /// The bytes of a piece, whose number must be below `count`.
    package func range(of piece: Int) -> Range<Int> {
        precondition(piece >= 0 && piece < count, "piece \(piece) of \(count)")
        return piece * pieceLength..<min((piece + 1) * pieceLength, length)
    }

    /// The piece with that byte, which must be one of the file's.
    package func piece(at offset: Int) -> Int {
        precondition(offset >= 0 && offset < length, "byte \(offset) of \(length)")
        return offset / pieceLength
    }
}
