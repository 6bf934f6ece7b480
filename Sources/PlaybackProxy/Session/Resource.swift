package import Manifests
package import Primitives

/// What one minted path stands for.
package enum Resource: Hashable, Sendable {
    /// What the application opened: a playlist, or a file that is passed through.
    case root(ResolvedURI)
    /// A playlist that another one names.
    case playlist(ResolvedURI)
    /// One segment, all of what the player will ask for at this path.
    case segment(SegmentID, ResolvedURI)
    /// A file of which the track's segments are parts, asked for by range.
    case segmentedFile(TrackID, ResolvedURI)
    /// Anything that comes from the origin alone.
    case file(ResolvedURI)
    /// Where a player asks which of several ways to a content to go.
    case steering(ResolvedURI)
    /// The root of a site that an MPD names: what is asked for below has to be among what that leads to.
    case site(ResolvedURI)

    package var uri: ResolvedURI {
        switch self {
        case .root(let uri), .playlist(let uri), .segment(_, let uri), .segmentedFile(_, let uri),
            .file(let uri), .steering(let uri), .site(let uri):
            uri
        }
    }
}
