/// One place in the grid: what is watched, with how many peers, with how much media in the window.
struct Cell: Hashable, Encodable {
    enum Trace: String, Encodable, CaseIterable {
        /// Viewers all over one film, all of which is wanted; then another film.
        case film
        /// Viewers near the edge of a window that moves on, while this one is at its beginning.
        case live
    }

    let trace: Trace
    let peers: Int
    /// Segments, all of them wanted.
    let window: Int

    var name: String { "\(trace.rawValue) \(peers) × \(window)" }
}
