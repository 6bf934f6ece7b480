extension DASHManifest {
    /// The MPD as it has to be at the proxy, to lead there to all that it leads to at the origin.
    ///
    /// Only URIs that would lead elsewhere are changed, each to one of its own kind, relative to the host
    /// or with a scheme; every other byte stays. What is neither HTTP nor HTTPS is left alone, and so is
    /// what the player reads by itself. `document` is asked for the paths of other MPDs and of patches.
    /// `mark` is a parameter that all URLs of media get, in templates too; it has nothing that XML or a
    /// template would read otherwise.
    package func rewriting(
        to mirror: DASHMirror, marking mark: String? = nil,
        document: (DASHReference, ResolvedURI) -> String?
    ) -> [UInt8] {
        let rewriter = DASHRewriter(self, mirror, marking: mark)
        return rewriting { rewriter.replacement(of: $0, document: document) }
    }

    /// The MPD with other URIs in the place of those that `map` returns one for.
    func rewriting(_ map: (DASHReference) -> String?) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(source.count + references.count * 16)
        var position = 0
        for reference in references where reference.range.lowerBound >= position {
            guard let replacement = map(reference) else { continue }
            output += source[position..<reference.range.lowerBound]
            Self.append(replacement, to: &output)
            position = reference.range.upperBound
        }
        output += source[position...]
        return output
    }

    /// Spells out what XML would read otherwise.
    private static func append(_ text: String, to output: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "'"): output += "&apos;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            case _: output.append(byte)
            }
        }
    }
}
