import Engine

/// What is fetched for a player that is still to come, as far as that has got.
struct Preload {
    /// A playlist that was not asked for yet.
    static var none: Preload { Preload() }

    /// The next playlist that is on its way.
    var ticket: PlaylistFetches.Ticket?
    /// The first segment, while it is on its way.
    var reader: SegmentReader?
    /// Nothing more is begun: it was begun before, or a player is there.
    var isOver = false
}
