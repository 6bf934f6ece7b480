extension HLSPlaylist {
    /// The playlist with other URIs in the place of those that `map` returns one for.
    ///
    /// Every other byte stays as it is. `map` is asked in the order of the text, and only for HTTP and
    /// HTTPS: what has another scheme (`data:`, `skd:`, `urn:`) or refers to an unknown variable is
    /// left alone. What it returns must be able to stand where the URI stood: no blanks, no control
    /// characters, no double quote.
    package func rewriting(_ map: (HLSReference, ResolvedURI) -> String?) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(source.count + references.count * 32)
        var position = 0
        for reference in references {
            guard let uri = resolved(reference), uri.origin != nil,
                let replacement = map(reference, uri)
            else { continue }
            precondition(
                replacement.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") },
                "a URI that cannot stand in a playlist")
            output.append(contentsOf: source[position..<reference.range.lowerBound])
            output.append(contentsOf: replacement.utf8)
            position = reference.range.upperBound
        }
        output.append(contentsOf: source[position...])
        return output
    }
}
