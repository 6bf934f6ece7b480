/// Where a segment lies: the index of its track, and its place in the track's window.
struct TrackPlace: Hashable, Sendable {
    let track: Int
    let place: Int
}
