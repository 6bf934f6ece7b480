package import Primitives

/// The strong validator of one resource: the same whoever the bytes came from.
package struct EntityTag: Hashable, Sendable {
    /// With its quotes.
    package let text: String

    /// Of a segment or a file, whose bytes never change under its key.
    package init(key: Bytes32) {
        text = "\"\(key.hex.prefix(32))\""
    }

    /// Of a manifest as it was rewritten, by a count of all that a session has given: the origin's own
    /// tag would speak of other bytes.
    package init(version: Int) {
        text = "\"v\(version)\""
    }

    /// Of anything, by its bytes.
    package init(content: [UInt8]) {
        // FNV-1a: the tag tells versions of one playlist apart, nobody gains by a collision.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in content { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        text = "\"\(String(hash, radix: 16))-\(String(content.count, radix: 16))\""
    }

    /// Whether an If-None-Match header names this tag, so that the answer is 304.
    package func matches(ifNoneMatch header: String?) -> Bool {
        guard let header else { return false }
        var rest = header[...]
        if rest.filter({ $0 != " " && $0 != "\t" }) == "*" { return true }
        // Quotes delimit, commas do not: a tag may contain them.
        while let open = rest.firstIndex(of: "\"") {
            guard let close = rest[rest.index(after: open)...].firstIndex(of: "\"") else {
                return false
            }
            if rest[open...close] == text { return true }
            rest = rest[rest.index(after: close)...]
        }
        return false
    }

    /// Whether a Range counts: without If-Range, or when that is this very tag.
    ///
    /// A date or a weak tag never is, and the whole body follows.
    package func allowsRange(ifRange header: String?) -> Bool {
        header.map { $0 == text } ?? true
    }
}
