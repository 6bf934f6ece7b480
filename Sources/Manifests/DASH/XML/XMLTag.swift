/// A start tag: its name, its attributes, and where each of them stands.
struct XMLTag {
    struct Attribute {
        /// As it is written, with its prefix.
        let name: String
        /// With entities and character references replaced.
        let value: String
    }

    /// Without a prefix: MPDs are written with and without one.
    let name: String
    let attributes: [Attribute]
    /// From `<` to `>`.
    let range: Range<Int>

    subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// The bytes between the quotes of each attribute, in the order of the text.
    ///
    /// The tag is well-formed, or it would not be one: names, `=` and quotes are all there is to see.
    func valueRanges(in source: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let quote = source[index]
            index += 1
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            let start = index
            while index < range.upperBound, source[index] != quote { index += 1 }
            ranges.append(start..<index)
            index += 1
        }
        return ranges
    }
}
