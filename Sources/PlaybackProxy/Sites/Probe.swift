package import EventLoop
package import Manifests
package import Origin
import Engine
import Primitives

/// Shows what a site would make of a manifest: its tree, its text with the site's paths, and who would be
/// asked for what.
package struct Probe: Sendable {
    /// Playlists that a multivariant one names and that are read as well.
    private static let mostPlaylists = 32
    /// References of each playlist that are listed.
    private static let mostReferences = 12

    private let naming: SiteNaming
    private let headers: OriginHeaders
    private let client: OriginClient
    private let loop: UVEventLoop

    /// `rule` is of the site that would serve it; the key of its seals makes no difference here.
    package init(_ rule: SiteRule, client: OriginClient, on loop: UVEventLoop) {
        naming = SiteNaming(rule, key: Bytes32(words: (0, 0, 0, 0)))
        headers = OriginHeaders(site: rule.base.origin, application: rule.headers)
        self.client = client
        self.loop = loop
    }

    /// Lines for a person to read.
    package func report(on root: ResolvedURI) async -> String {
        var lines = ["\(root.text) would be played as \(naming.path(of: root))"]
        switch await fetch(root) {
        case .playlist(let response, let body):
            guard let playlist = read(body, response) else {
                lines.append("HLS that is not understood: it would be passed through as it is")
                break
            }
            let named = describe(playlist, root, depth: 0, into: &lines)
            for uri in named.prefix(Self.mostPlaylists) {
                guard case .playlist(let response, let body) = await fetch(uri),
                    let child = read(body, response)
                else {
                    lines.append("  \(uri.text) is not there, or no playlist")
                    continue
                }
                _ = describe(child, root, depth: 1, into: &lines)
            }
            lines.append("rewritten:")
            lines.append(String(decoding: rewritten(playlist, root), as: UTF8.self))
        case .other(let response, let body):
            guard response.status == 200, let base = ResolvedURI(response.finalURL),
                let manifest = DASHManifest.parse(body, from: base)
            else {
                lines.append("the origin answers \(response.status), and with no manifest")
                break
            }
            describe(manifest, into: &lines)
        case .media(let response):
            lines.append(
                "no manifest but \(response.first("Content-Type") ?? "media"): a file, shared in pieces"
            )
        case .failed:
            lines.append("the origin cannot be reached")
        }
        return lines.joined(separator: "\n")
    }

    private func fetch(_ uri: ResolvedURI) async -> PlaylistAnswer {
        let request = OriginRequest(url: uri.text, headers: headers.headers(for: uri))
        return await withCheckedContinuation { waiter in
            loop.execute { [client, loop] in
                _ = PlaylistAnswer.fetch(request, client: client, on: loop) {
                    waiter.resume(returning: $0)
                }
            }
        }
    }

    private func read(_ body: [UInt8], _ response: OriginResponse) -> HLSPlaylist? {
        var reader = HLSReader()
        return ResolvedURI(response.finalURL).flatMap {
            reader.read(body, from: $0, importing: .none)
        }
    }

    /// Returns the playlists that it names.
    private func describe(
        _ playlist: HLSPlaylist, _ root: ResolvedURI, depth: Int, into lines: inout [String]
    ) -> [ResolvedURI] {
        let indent = String(repeating: "  ", count: depth)
        if let media = playlist.media {
            let kind = media.isLive ? "live" : "on demand"
            lines.append(
                "\(indent)\(playlist.base.text): \(media.segments.count) segments, \(kind)")
        } else {
            let count = playlist.multivariant?.variants.count ?? 0
            lines.append("\(indent)\(playlist.base.text): \(count) variants")
        }
        var named: [ResolvedURI] = []
        var listed = 0
        _ = playlist.rewriting { reference, uri in
            if case .playlist = reference.role.treatment, !named.contains(uri) { named.append(uri) }
            listed += 1
            guard listed <= Self.mostReferences else { return nil }
            lines.append("\(indent)  \(reference.role) \(uri.text): \(Self.source(of: reference))")
            return nil
        }
        if listed > Self.mostReferences {
            lines.append("\(indent)  and \(listed - Self.mostReferences) more")
        }
        return playlist.media == nil ? named : []
    }

    /// Who would be asked for what a reference leads to.
    private static func source(of reference: HLSReference) -> String {
        switch reference.role.treatment {
        case .playlist: "the origin, each time"
        case .originOnly, .steering: "the origin alone"
        case .media: "the store, peers, then the origin"
        case .direct: "nobody here: players go there by themselves"
        }
    }

    private func rewritten(_ playlist: HLSPlaylist, _ root: ResolvedURI) -> [UInt8] {
        let marker = naming.marker(of: root)
        return playlist.rewriting { reference, uri in
            switch reference.role.treatment {
            case .playlist: naming.path(ofPlaylist: uri, from: marker)
            case .originOnly, .steering, .media: naming.path(ofMedia: uri, from: marker)
            case .direct: nil
            }
        }
    }

    private func describe(_ manifest: DASHManifest, into lines: inout [String]) {
        let kind = manifest.header.isDynamic ? "live" : "on demand"
        lines.append("\(manifest.base.text): an MPD, \(kind)")
        for representation in manifest.representations {
            let rate = representation.bandwidth.map { "\($0) bit/s" } ?? "unknown rate"
            let source =
                representation.identity == nil
                ? "the origin alone" : "segments from the store, peers, then the origin"
            lines.append("  representation \(representation.id), \(rate): \(source)")
        }
        guard
            let mirror = DASHMirror(
                manifest, at: naming.path(of: manifest.base), of: "http://node",
                site: { uri in
                    let root = ResolvedURI(uri.site + "/") ?? uri
                    return String(naming.path(of: root).dropLast())
                })
        else {
            lines.append("it would be passed through as it is")
            return
        }
        lines.append("rewritten:")
        let mark = PathNaming.site(naming, root: manifest.base).mark
        let text = manifest.rewriting(to: mirror, marking: mark) { _, uri in naming.path(of: uri) }
        lines.append(String(decoding: text, as: UTF8.self))
    }
}
