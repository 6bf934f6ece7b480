/// What is fetched for a player that is still to come, as far as that has got.
struct Preload {
    /// The playlists that were asked for.
    var tickets: [PlaylistFetches.Ticket] = []
    /// The initialization segments that are on their way.
    var fetches: [BodyFetch] = []
    var isBegun = false
    /// Nothing more is begun, as a player is there.
    var isOver = false
}
