internal import Primitives

/// A document that is in its own URI (RFC 2397).
package struct DataURI {
    package let bytes: [UInt8]

    /// Nil for any other URI, and for one whose base64 is none.
    package init?(_ uri: ResolvedURI) {
        guard uri.scheme == "data" else { return nil }
        let text = uri.text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let isBase64 = text[..<comma].split(separator: UInt8(ascii: ";")).dropFirst()
            .contains { $0.elementsEqual("base64".utf8) }
        let decoded = PercentEncoding.decoded(Array(text[comma...].dropFirst())[...])
        guard isBase64 || text[..<comma].elementsEqual(";base64".utf8) else {
            bytes = decoded
            return
        }
        guard !decoded.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else {
            return nil
        }
        let digits = String(decoding: decoded, as: UTF8.self).prefix { $0 != "=" }
            .replacing("+", with: "-").replacing("/", with: "_")
        guard let bytes = [UInt8](base64url: digits) else { return nil }
        self.bytes = bytes
    }
}
