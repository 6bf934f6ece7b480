/// The lines of a playlist that are not blank, as ranges without the blanks around them.
///
/// Either of CR and LF ends a line, which covers CRLF too.
struct HLSLines: Sequence, IteratorProtocol {
    private let source: [UInt8]
    /// Where the next line begins; past the end of the source where the last line has no end.
    var position: Int

    init(_ source: [UInt8], from start: Int) {
        self.source = source
        position = start
    }

    mutating func next() -> Range<Int>? {
        while position < source.count {
            var start = position
            var end = position
            while end < source.count, source[end] != 0x0a, source[end] != 0x0d { end += 1 }
            position = end + 1
            while start < end, source[start].isBlank { start += 1 }
            while start < end, source[end - 1].isBlank { end -= 1 }
            if start < end { return start..<end }
        }
        return nil
    }
}
