/// The attributes of one tag (RFC 8216, 4.2), as ranges of the playlist.
struct AttributeList {
    struct Attribute {
        let name: String
        /// Without the quotes.
        let value: Range<Int>
        let isQuoted: Bool
    }

    private(set) var attributes: [Attribute] = []

    /// Nil if a quoted string does not end, or something else than a comma follows it.
    ///
    /// Blanks around names and values are allowed, as players allow them.
    init?(_ source: [UInt8], _ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            guard let comma = Self.attribute(source, position..<range.upperBound, &attributes)
            else { return nil }
            position = comma + 1
        }
    }

    /// The last one, as in players, where a name is given twice.
    subscript(name: String) -> Attribute? {
        attributes.last { $0.name == name }
    }

    /// Reads one attribute, and says where its comma is or would be.
    private static func attribute(
        _ source: [UInt8], _ range: Range<Int>, _ attributes: inout [Attribute]
    ) -> Int? {
        var index = range.lowerBound
        func skip(while condition: (UInt8) -> Bool) {
            while index < range.upperBound, condition(source[index]) { index += 1 }
        }
        skip(while: \.isBlank)
        let nameStart = index
        skip { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }
        guard index < range.upperBound, source[index] == UInt8(ascii: "=") else { return index }
        var nameEnd = index
        while nameEnd > nameStart, source[nameEnd - 1].isBlank { nameEnd -= 1 }
        let name = String(decoding: source[nameStart..<nameEnd], as: UTF8.self)
        index += 1
        skip(while: \.isBlank)
        let isQuoted = index < range.upperBound && source[index] == UInt8(ascii: "\"")
        if isQuoted { index += 1 }
        let start = index
        skip { $0 != UInt8(ascii: isQuoted ? "\"" : ",") }
        var end = index
        if isQuoted {
            guard index < range.upperBound else { return nil }
            index += 1
            skip(while: \.isBlank)
            guard index == range.upperBound || source[index] == UInt8(ascii: ",") else {
                return nil
            }
        } else {
            while end > start, source[end - 1].isBlank { end -= 1 }
        }
        attributes.append(Attribute(name: name, value: start..<end, isQuoted: isQuoted))
        return index
    }
}
