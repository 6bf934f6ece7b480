import Manifests
import Primitives

/// How the paths are made that a player is given.
enum PathNaming: Sendable {
    /// Each is minted for one player, who alone can know it.
    case minted(Redacted<Bytes32>)
    /// Those of a site, the same for everybody, of what the playlist there led to.
    case site(SiteNaming, root: ResolvedURI, SiteNaming.Marker?)

    static func site(_ naming: SiteNaming, root: ResolvedURI) -> PathNaming {
        .site(naming, root: root, naming.marker(of: root))
    }

    /// What was opened, where that is the same for everybody.
    var root: ResolvedURI? {
        switch self {
        case .minted: nil
        case .site(_, let root, _): root
        }
    }

    var isShared: Bool {
        switch self {
        case .minted: false
        case .site: true
        }
    }

    /// What every URL of media carries, where they can be asked for by whoever has them.
    var mark: String? {
        guard case .site(_, _, let marker?) = self, marker.isShort else { return nil }
        return marker.parameter
    }
}
