extension HLSPlaylist {
    /// The playlist with other URIs in the place of those that `map` returns one for.
    ///
    /// Every other byte stays as it is. `map` is asked in the order of the text, and only for HTTP and
    /// HTTPS, and for a steering manifest that is in the playlist itself: what else has another scheme
    /// (`data:`, `skd:`, `urn:`) or refers to an unknown variable is left alone. What it returns must be able to stand where the URI stood: no blanks, no control
    /// characters, no double quote.
    package func rewriting(_ map: (HLSReference, ResolvedURI) -> String?) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(source.count + references.count * 32)
        for stretch in 0...checkpoints.count {
            rewrite(self.stretch(stretch), into: &output) { map($1, $2) }
        }
        return output
    }

    /// Appends one stretch, rewritten; `map` is told the index of each reference, too.
    package func rewrite(
        _ stretch: HLSStretch, into output: inout [UInt8],
        _ map: (Int, HLSReference, ResolvedURI) -> String?
    ) {
        var position = stretch.text.lowerBound
        for index in stretch.references {
            let reference = references[index]
            guard let uri = resolved(reference),
                uri.origin != nil || reference.role == .steering && uri.scheme == "data",
                let replacement = map(index, reference, uri)
            else { continue }
            precondition(
                replacement.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") },
                "a URI that cannot stand in a playlist")
            output.append(contentsOf: source[position..<reference.range.lowerBound])
            output.append(contentsOf: replacement.utf8)
            position = reference.range.upperBound
        }
        output.append(contentsOf: source[position..<stretch.text.upperBound])
    }

    /// What lies between two checkpoints, before the first, or after the last: there is one more.
    package func stretch(_ index: Int) -> HLSStretch {
        let start = index > 0 ? checkpoints[index - 1] : nil
        let end = index < checkpoints.count ? checkpoints[index] : nil
        return HLSStretch(
            text: (start?.position ?? 0)..<(end?.position ?? source.count),
            references: (start?.references ?? 0)..<(end?.references ?? references.count),
            segments: (start?.segments ?? 0)..<(end?.segments ?? media?.segments.count ?? 0))
    }
}
