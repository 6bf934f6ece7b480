/// How the URLs that an MPD leads to are spelled at the proxy that the player reads it from.
///
/// Everything that is relative to the MPD stays so: what the player asks for beside it is what is beside
/// it at the origin. Whatever names a site has that replaced by a path of ours, and keeps its own path
/// below, so that relative URIs, `..` among them, lead to the same from there.
package struct DASHMirror: Sendable {
    /// More are not understood.
    private static let mostSites = 64

    /// The scheme, host and port of the proxy.
    let local: String
    /// Where the player reads the MPD.
    let manifestURI: ResolvedURI
    private let folder: String
    private let original: ResolvedURI
    private let sitePaths: [String: String]

    /// `path` is that of the MPD at the proxy that `local` names; `site` is asked once for the path, without
    /// a slash at its end, that stands for each of the sites: what comes before the path of a URL.
    package init?(
        _ manifest: DASHManifest, at path: String, of local: String, site: (ResolvedURI) -> String
    ) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            let uri = ResolvedURI(local + path), uri.site == local
        else { return nil }
        self.local = local
        manifestURI = uri
        folder = String(path[...slash])
        original = manifest.base
        var sitePaths: [String: String] = [:]
        for uri in manifest.uris where sitePaths[uri.site] == nil {
            guard sitePaths.count < Self.mostSites else { return nil }
            sitePaths[uri.site] = site(uri)
        }
        self.sitePaths = sitePaths
    }

    /// The path at the proxy, query and all; nil for what is at none of the sites.
    func path(of uri: ResolvedURI) -> String? {
        // Of a site alone, the path is empty.
        let slash = uri.afterSite.hasPrefix("/") ? "" : "/"
        return sitePaths[uri.site].map { $0 + slash + uri.afterSite }
    }

    /// What a URL at the proxy means; nil for any other.
    package func original(of uri: ResolvedURI) -> ResolvedURI? {
        guard uri != manifestURI else { return original }
        guard uri.site == local else { return nil }
        let path = uri.afterSite
        if path.hasPrefix(folder) {
            return original.resolving("./" + path.dropFirst(folder.count))
        }
        for (site, mirror) in sitePaths where path.hasPrefix(mirror + "/") {
            return ResolvedURI(site + path.dropFirst(mirror.count))
        }
        return nil
    }
}

extension DASHManifest {
    /// One URI at least of each of the sites that the references mean.
    package var uris: [ResolvedURI] {
        [base]
            + references.filter { $0.role == .base || $0.isRooted }.flatMap { reference in
                bases(for: reference).compactMap { $0.resolving(reference.text) }
            }.filter { $0.origin != nil }
    }

    /// What a reference is relative to.
    func bases(for reference: DASHReference) -> [ResolvedURI] {
        switch reference.role {
        case .base: parents[reference.scope].map { bases[$0] } ?? [base]
        // The document itself has these, whatever its elements say.
        case .location, .patch: [base]
        case .template, .resource, .direct: bases[reference.scope]
        }
    }
}
