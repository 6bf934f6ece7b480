package import Engine

/// The description of a long track, so much of it at a time that the loop can see to others in between.
///
/// Each part but the first goes on where the one before ended: nothing else is told anew.
package struct LongDescription {
    /// On a slow machine some hundredths of a second.
    package static let segmentsAtOnce = 1 << 12

    private let track: TrackDescription
    private var next = 0

    /// Nil for one that can be told at once.
    package init?(_ track: TrackDescription) {
        guard track.kept == nil, track.segments.count > Self.segmentsAtOnce else { return nil }
        self.track = track
    }

    /// Whether the part that was given last is the last one.
    package var isOver: Bool { next == track.segments.count }

    /// What is to be told next, before it is over.
    package mutating func part() -> TrackDescription {
        let segments = track.segments
        // The last that was told says where on the time line the next ones lie.
        let first = max(0, next - 1)
        let start = segments[0].number
        let kept = next == 0 ? nil : start..<max(start, segments[first].number)
        next = min(next + Self.segmentsAtOnce, segments.count)
        return TrackDescription(
            id: track.id, segments: Array(segments[first..<next]), kept: kept,
            isLive: track.isLive, bitrate: track.bitrate, family: track.family)
    }
}
