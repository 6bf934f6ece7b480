import Primitives

/// Which tracks the player plays, by what it asks for: of each family the one that it asked for last.
struct PlayedTracks {
    private struct Play {
        let family: TrackFamily
        var track: TrackID
        /// Where in the media it was last asked for.
        var start: Duration
    }

    /// A family that has not been asked for in so much media beside others is not played any more.
    private static let memory = Duration.seconds(60)

    private var families: [TrackID: TrackFamily] = [:]
    /// In the order in which they were first played.
    private var plays: [Play] = []

    var tracks: [TrackID] { plays.map(\.track) }

    /// The track by which others are told where the player is.
    var main: TrackID? { (plays.first { $0.family == .main } ?? plays.first)?.track }

    mutating func described(_ track: TrackID, as family: TrackFamily) {
        families[track] = family
    }

    /// The player asks for a segment of a track that starts there; true if it plays others now.
    mutating func asked(for track: TrackID, at start: Duration) -> Bool {
        let before = tracks
        let family = families[track] ?? .main
        if let place = plays.firstIndex(where: { $0.family == family }) {
            plays[place].track = track
            plays[place].start = start
        } else {
            plays.append(Play(family: family, track: track, start: start))
        }
        plays.removeAll { $0.start + Self.memory < start }
        return tracks != before
    }
}
