@testable import Manifests

/// Has an MPD lead to a proxy, reads it there, and compares all there is to compare.
struct DASHRoundTrip {
    /// What differed; nil if nothing did.
    private(set) var fault: String?
    /// The MPD as the player gets it.
    private(set) var rewritten: [UInt8] = []

    init(_ manifest: DASHManifest, source: [UInt8]) {
        guard manifest.rewriting({ _ in nil }) == source else {
            fault = "not the same bytes without a mapping"
            return
        }
        var sites = 0
        let mirror = DASHMirror(manifest, at: "/s/T/0/manifest.mpd", of: "http://127.0.0.1:1") {
            _ in
            sites += 1
            return "/s/T/m\(sites)"
        }
        guard let mirror else {
            fault = "no mirror"
            return
        }
        rewritten = manifest.rewriting(to: mirror) { _, uri in
            "/s/T/d/" + uri.text.replacing("/", with: "!").replacing("?", with: "!")
        }
        guard let again = DASHManifest.parse(rewritten, from: mirror.manifestURI) else {
            fault = "not understood after rewriting"
            return
        }
        if Self.besides(manifest.references, source) != Self.besides(again.references, rewritten) {
            fault = "other bytes beside the URIs"
        }
        let ours = manifest.representations.map { Self.texts(Self.uris($0)) }
        let theirs = again.representations.map { representation in
            Self.texts(Self.uris(representation).map { mirror.original(of: $0) ?? $0 })
        }
        if ours.count != theirs.count { fault = "other representations" }
        for (ours, theirs) in zip(ours, theirs) where ours != theirs {
            fault = "\(ours.sorted()) became \(theirs.sorted())"
        }
    }

    /// What a player may ask for: of many segments the first and the last.
    private static func uris(_ representation: DASHRepresentation) -> [ResolvedURI] {
        let all = representation.segments(at: nil)
        let segments = all.prefix(3) + all.suffix(3)
        return representation.others
            + representation.bases.indices.flatMap { base in
                segments.compactMap { representation.uri(of: $0, base: base) }
            }
    }

    /// A site without a path is asked for its root; of alternatives that are the same, one counts.
    private static func texts(_ uris: [ResolvedURI]) -> Set<String> {
        Set(uris.map { $0.site + ($0.afterSite.hasPrefix("/") ? "" : "/") + $0.afterSite })
    }

    private static func besides(_ references: [DASHReference], _ source: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var position = 0
        for reference in references where reference.range.lowerBound >= position {
            pieces.append(Array(source[position..<reference.range.lowerBound]))
            position = reference.range.upperBound
        }
        return pieces + [Array(source[position...])]
    }
}
