import Testing

@testable import Manifests

/// MPDs for tests, from `http://origin.test/shows/one/manifest.mpd`.
struct MPD {
    static let local = "http://127.0.0.1:7"

    let manifest: DASHManifest
    let mirror: DASHMirror

    init(_ text: String, from uri: String = "http://origin.test/shows/one/manifest.mpd") throws {
        let base = try #require(ResolvedURI(uri))
        manifest = try #require(DASHManifest.parse(Array(text.utf8), from: base))
        var sites = 0
        mirror = try #require(
            DASHMirror(manifest, at: "/s/T/0/manifest.mpd", of: Self.local) { _ in
                sites += 1
                return "/s/T/m\(sites)"
            })
    }

    /// One representation, called `v1`, of one period.
    init(
        of content: String, mpd: String = "mediaPresentationDuration=\"PT10S\"", bases: String = ""
    )
        throws
    {
        try self.init(
            "<MPD \(mpd)>\(bases)<Period id=\"p\" start=\"PT0S\"><AdaptationSet>"
                + "<Representation id=\"v1\" bandwidth=\"800000\">\(content)</Representation>"
                + "</AdaptationSet></Period></MPD>")
    }

    var rewritten: String {
        String(
            decoding: manifest.rewriting(to: mirror) { reference, uri in
                "/s/T/\(reference.role == .patch ? "patch" : "mpd")/\(uri.lastPathComponent)"
            }, as: UTF8.self)
    }

    /// What makes each representation the same for other viewers.
    var identities: [CanonicalIdentity?] {
        manifest.representations.map { representation in
            representation.identity.map { CanonicalIdentity($0, kind: .playlist) }
        }
    }

    /// The segments of the first representation, by one of its bases.
    func uris(at now: Duration? = nil, base: Int = 0) -> [String] {
        manifest.representations.first.map { representation in
            representation.segments(at: now).map {
                representation.uri(of: $0, base: base)?.text ?? "?"
            }
        } ?? []
    }

    func numbers(at now: Duration? = nil) -> [UInt64] {
        manifest.representations.first.map { $0.segments(at: now).map(\.number) } ?? []
    }
}
