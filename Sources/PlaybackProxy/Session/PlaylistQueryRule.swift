import Manifests

/// Whether the address that a player reads a playlist at has to end in the origin's query.
///
/// `EXT-X-DEFINE:QUERYPARAM` makes a player read a variable from the query of the address that it
/// used, which is ours, and refuse the playlist if the parameter is not there.
struct PlaylistQueryRule {
    /// Whether the playlist reads variables from a query; those that it names may do so, too.
    let isUsed: Bool

    init(_ playlist: HLSPlaylist) {
        isUsed = playlist.readsQuery
    }

    /// The query that a request lacks; `base` is the playlist's URL after redirects.
    ///
    /// A request with any query is left alone: the origin may redirect to another one each time.
    func missing(from query: String?, base: ResolvedURI) -> String? {
        isUsed && query == nil ? base.query : nil
    }
}
