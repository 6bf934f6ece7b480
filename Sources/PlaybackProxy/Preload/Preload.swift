/// What is fetched for a player that is still to come, as far as that has got.
struct Preload {
    /// The newest playlist that was asked for.
    var ticket: PlaylistFetches.Ticket?
    /// Nothing more is begun: it was begun before, or a player is there.
    var isOver = false
}
