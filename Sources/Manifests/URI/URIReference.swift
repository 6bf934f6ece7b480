/// The five components of a URI reference (RFC 3986, 3), as the bytes between their delimiters.
///
/// Any byte string splits; whether the result is of use is for `ResolvedURI` to say.
struct URIReference: Hashable, Sendable {
    let scheme: ArraySlice<UInt8>?
    let authority: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>?
    let fragment: ArraySlice<UInt8>?

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        (rest, fragment) = Self.cut(rest, at: UInt8(ascii: "#"))
        (rest, query) = Self.cut(rest, at: UInt8(ascii: "?"))
        scheme = Self.scheme(of: rest)
        if let scheme { rest = rest[(scheme.endIndex + 1)...] }
        if Self.beginsWithTwoSlashes(rest) {
            let start = rest.startIndex + 2
            let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[start..<end]
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = rest
    }

    /// Such a path would be read as an authority.
    static func beginsWithTwoSlashes(_ path: ArraySlice<UInt8>) -> Bool {
        path.first == UInt8(ascii: "/") && path.dropFirst().first == UInt8(ascii: "/")
    }

    private static func cut(
        _ bytes: ArraySlice<UInt8>, at delimiter: UInt8
    ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>?) {
        guard let index = bytes.firstIndex(of: delimiter) else { return (bytes, nil) }
        return (bytes[..<index], bytes[(index + 1)...])
    }

    /// A letter, then letters, digits, `+`, `-`, `.`, up to a colon; anything else is no scheme.
    private static func scheme(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: ":"):
                return bytes[..<index]
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                continue
            case let byte where byte.isASCIILetter || byte.isASCIIDigit:
                continue
            case _:
                return nil
            }
        }
        return nil
    }
}
