/// Part of a resource: what `EXT-X-BYTERANGE` names and a `Range` header asks for.
package struct ByteRange: Hashable, Sendable {
    package let offset: Int
    package let length: Int

    /// Nil if either is negative or the end is past what a number holds.
    package init?(offset: Int, length: Int) {
        guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow
        else { return nil }
        self.offset = offset
        self.length = length
    }

    /// The first byte that is not in it.
    package var end: Int { offset + length }

    /// Reads `n[@o]`, which begins at `next` if it has no offset; nil for anything else.
    init?(_ bytes: ArraySlice<UInt8>, continuingAt next: Int) {
        let at = bytes.firstIndex(of: UInt8(ascii: "@"))
        guard let length = ASCIINumber.integer(bytes[..<(at ?? bytes.endIndex)]) else { return nil }
        var offset = next
        // Packagers were seen that write the sign and no number: players read that as no offset.
        if let at, !ASCIINumber.trimmed(bytes[(at + 1)...]).isEmpty {
            guard let number = ASCIINumber.integer(bytes[(at + 1)...]) else { return nil }
            offset = number
        }
        self.init(offset: offset, length: length)
    }
}
