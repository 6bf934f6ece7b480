extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isHexDigit: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    /// A byte of a header name: what RFC 9110 calls a token character.
    var isTokenByte: Bool {
        isASCIIDigit || isASCIILetter || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}

extension StringProtocol {
    /// Lower case for ASCII letters alone: host and header names compare so, whatever else they hold.
    var asciiLowercased: String {
        String(decoding: utf8.map { $0.isASCIILetter ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Without the spaces and tabs at both ends, which is what HTTP calls optional white space.
    var trimmingHeaderSpace: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The number, if the text is decimal digits only and fits.
    var decimalNumber: Int? {
        guard !isEmpty, utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(self)
    }
}
