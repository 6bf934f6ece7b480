@testable import Manifests

/// Maps every URI of a playlist to a short one and back, and compares all there is to compare.
struct RoundTrip {
    /// What differed; nil if nothing did.
    private(set) var fault: String?

    init(_ playlist: HLSPlaylist, source: [UInt8]) {
        if playlist.rewriting({ _, _ in nil }) != source {
            fault = "not the same bytes without a mapping"
            return
        }
        var mapped: [(reference: HLSReference, uri: ResolvedURI)] = []
        let rewritten = playlist.rewriting { reference, uri in
            mapped.append((reference, uri))
            return "/m/\(mapped.count - 1)"
        }
        guard let local = ResolvedURI("http://127.0.0.1:1/x"),
            let again = HLSPlaylist.parse(
                rewritten, from: local, importing: playlist.variables)
        else {
            fault = "not understood after rewriting"
            return
        }
        var back: [(reference: HLSReference, uri: ResolvedURI)] = []
        var original: [UInt8] = []
        var position = 0
        for reference in again.references {
            let text = String(decoding: rewritten[reference.range], as: UTF8.self)
            guard text.hasPrefix("/m/"), let index = Int(text.dropFirst(3)),
                mapped.indices.contains(index)
            else { continue }
            let (first, uri) = mapped[index]
            back.append((reference, uri))
            original += rewritten[position..<reference.range.lowerBound]
            original += source[first.range]
            position = reference.range.upperBound
        }
        original += rewritten[position...]
        if back.map(\.uri) != mapped.map(\.uri) { fault = "other URIs" }
        if back.map(\.reference.role) != mapped.map(\.reference.role) { fault = "other roles" }
        if back.map(\.reference.byteRange) != mapped.map(\.reference.byteRange) {
            fault = "other byte ranges"
        }
        if original != source { fault = "other bytes beside the URIs" }
    }
}
