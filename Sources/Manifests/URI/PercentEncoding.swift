/// Percent-escapes (RFC 3986, 2.1).
enum PercentEncoding {
    /// Appends `text`, escaping what could end a line, a quoted string or a request line.
    ///
    /// Escapes that are there already stay as they are: `%` is never escaped. So does everything else
    /// that is printable, whether or not the standard allows it: what the origin wrote is what it knows.
    static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        if text.allSatisfy(standsForItself) {
            bytes.append(contentsOf: text)
            return
        }
        for byte in text {
            if standsForItself(byte) { bytes.append(byte) } else { appendEscape(byte, to: &bytes) }
        }
    }

    private static func standsForItself(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"")
    }

    private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(upperHexDigit(byte >> 4))
        bytes.append(upperHexDigit(byte & 15))
    }

    /// Each escape replaced by its byte; a `%` that begins none stands for itself.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let byte = escape(at: index, in: bytes) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// One spelling for all equivalent ones: unreserved characters bare, escapes in upper case.
    static func normalized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var normalized: [UInt8] = []
        normalized.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard let byte = escape(at: index, in: bytes) else {
                normalized.append(bytes[index])
                index += 1
                continue
            }
            index += 3
            if byte.isUnreserved {
                normalized.append(byte)
            } else {
                appendEscape(byte, to: &normalized)
            }
        }
        return normalized
    }

    private static func escape(at index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
            let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
        else { return nil }
        return high << 4 | low
    }

    private static func upperHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
