private let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

extension Array where Element == UInt8 {
    /// Nil unless `base64url` is the one unpadded spelling of some bytes (RFC 4648 section 5).
    package init?(base64url: some StringProtocol) {
        let text = base64url.utf8
        // One digit alone holds six bits, which is no byte.
        guard text.count % 4 != 1 else { return nil }
        self = []
        reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var bits = 0
        for digit in text {
            guard let value = Self.base64urlValue(of: digit) else { return nil }
            pending = pending << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
                pending &= (1 << UInt32(bits)) - 1
            }
        }
        // Bits left over would give the same bytes a second spelling.
        guard pending == 0 else { return nil }
    }

    private static func base64urlValue(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension Sequence where Element == UInt8 {
    /// The bytes in base64url without padding.
    package var base64url: String {
        var text: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        for byte in self {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(pending >> UInt32(bits)) & 63])
            }
            pending &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { text.append(alphabet[Int(pending << UInt32(6 - bits)) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }
}
