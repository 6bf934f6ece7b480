/// The variables that `EXT-X-DEFINE` gives a playlist, and their substitution in its text.
///
/// A definition holds from its line on. A reference to what is not defined is not substituted at all.
package struct HLSVariables: Sendable {
    private struct Definition {
        let value: [UInt8]
        /// Where in the playlist it stands.
        let position: Int
    }

    /// The variables of a playlist that imports none.
    package static let none = HLSVariables()

    private var definitions: [String: Definition] = [:]

    private init() {}

    var count: Int { definitions.count }

    /// Whether references mean the same, once all has been defined.
    func hasSameValues(as other: HLSVariables) -> Bool {
        definitions.mapValues(\.value) == other.definitions.mapValues(\.value)
    }

    /// Nil if no definition of that name has been read.
    package func value(of name: String) -> [UInt8]? { definitions[name]?.value }

    /// False if the name is taken: such a playlist must not be understood (RFC 8216bis, 4.4.2.3).
    mutating func define(_ name: String, as value: [UInt8], at position: Int) -> Bool {
        guard definitions[name] == nil else { return false }
        definitions[name] = Definition(value: value, position: position)
        return true
    }

    static func mayReference(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(UInt8(ascii: "{"))
    }

    /// The text with each `{$name}` replaced, once; nil if one is unknown or the result is too long.
    ///
    /// The limit keeps a long value that is referred to often from multiplying.
    func substituting(in text: ArraySlice<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if let end = Self.endOfReference(at: index, in: text) {
                let name = String(decoding: text[(index + 2)..<end], as: UTF8.self)
                guard let definition = definitions[name], definition.position < text.startIndex
                else { return nil }
                output.append(contentsOf: definition.value)
                index = end + 1
            } else {
                output.append(text[index])
                index += 1
            }
            guard output.count <= ResolvedURI.longest else { return nil }
        }
        return output
    }

    /// The index of the closing brace, if a reference with a legal name begins here.
    private static func endOfReference(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        guard text[index] == UInt8(ascii: "{"), index + 1 < text.endIndex,
            text[index + 1] == UInt8(ascii: "$")
        else { return nil }
        var end = index + 2
        while end < text.endIndex, isNameByte(text[end]) { end += 1 }
        guard end > index + 2, end < text.endIndex, text[end] == UInt8(ascii: "}")
        else { return nil }
        return end
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
