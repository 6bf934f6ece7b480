package import Primitives

/// Finds the tracks whose segments differ from viewer to viewer, by how often that was seen.
///
/// A single segment may differ by an accident of the CDN; several mean that the media is made for each
/// viewer, as with advertisements or watermarks of the server's.
package struct DivergingTracks: Sendable {
    /// Segments of a track that must differ before it is not exchanged any more.
    private static let limit = 3

    private var segments: [TrackID: Set<UInt64>] = [:]

    package init() {}

    /// The CDN gave others, or another time, other bytes for a segment; true if with it the track is
    /// found to diverge.
    package mutating func differed(_ segment: SegmentID) -> Bool {
        guard !diverges(segment.track),
            segments[segment.track, default: []].insert(segment.number).inserted
        else { return false }
        return diverges(segment.track)
    }

    package func diverges(_ track: TrackID) -> Bool {
        (segments[track]?.count ?? 0) >= Self.limit
    }
}
