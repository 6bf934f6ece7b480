package import Primitives

/// The SHA-256 of a whole resource, as its origin gives it beside the bytes (RFC 9530, `Repr-Digest`).
package struct ReprDigest: Hashable, Sendable {
    package let sha256: Bytes32

    package init(sha256: Bytes32) {
        self.sha256 = sha256
    }

    /// Nil without one of that kind; the header is a dictionary of byte sequences (RFC 8941).
    package init?(_ response: OriginResponse) {
        let lines = response.headers.filter { $0.name.lowercased() == "repr-digest" }.map(\.value)
        var found: Bytes32?
        for member in lines.joined(separator: ",").split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.trimmed(parts[0]) == "sha-256" else { continue }
            // Of two with one name the last counts, even if it makes no sense.
            found = Self.sequence(Self.trimmed(parts[1]))
        }
        guard let found else { return nil }
        sha256 = found
    }

    /// The bytes of `:base64:`, which may have parameters behind it.
    private static func sequence(_ text: Substring) -> Bytes32? {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, parts[2].isEmpty || parts[2].hasPrefix(";")
        else { return nil }
        let digits = String(
            parts[1].map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" })
        return [UInt8](base64url: digits).flatMap { Bytes32($0) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let tail = start.reversed().prefix { $0 == " " || $0 == "\t" }.count
        return start.dropLast(tail)
    }
}
