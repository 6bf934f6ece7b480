import Manifests
import Primitives

/// How the paths are made that a player is given.
enum PathNaming: Sendable {
    /// Each is minted for one player, who alone can know it.
    case minted(Redacted<Bytes32>)
    /// Those of a site, the same for everybody, of what the playlist there led to.
    case site(SiteNaming, root: ResolvedURI)

    var isShared: Bool {
        switch self {
        case .minted: false
        case .site: true
        }
    }
}
