import Manifests
import Primitives

/// What one minted path stands for.
enum Resource: Hashable, Sendable {
    /// What the application opened: a playlist, or a file that is passed through.
    case root(ResolvedURI)
    /// A playlist that another one names.
    case playlist(ResolvedURI, bitrate: Int?)
    /// One segment, all of what the player will ask for at this path.
    case segment(SegmentID, ResolvedURI)
    /// A file of which segments are parts, asked for by range.
    case segmentedFile(ResolvedURI, TrackID)
    /// Anything that comes from the origin alone.
    case file(ResolvedURI)

    var uri: ResolvedURI {
        switch self {
        case .root(let uri), .playlist(let uri, _), .segment(_, let uri),
            .segmentedFile(let uri, _), .file(let uri):
            uri
        }
    }
}
