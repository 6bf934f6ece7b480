import Primitives

/// Places the segments of live playlists on one time line, which does not move with their windows.
///
/// A live playlist begins with whatever segment it still has, so that the same segment lies elsewhere
/// each time; numbers stay. What is described first begins where its number says.
struct LiveTimeline {
    private struct Window {
        var starts: [UInt64: Duration]
        let end: (number: UInt64, start: Duration)
    }

    private var windows: [TrackID: Window] = [:]

    func isLive(_ track: TrackID) -> Bool { windows[track] != nil }

    /// The description with its segments where they lie on the time line.
    mutating func place(_ track: TrackDescription) -> TrackDescription {
        guard let first = track.segments.first, let last = track.segments.last,
            track.isLive || windows[track.id] != nil
        else { return track }
        let offset = offset(of: track) ?? Self.start(first.number, like: track) - first.start
        let placed = track.moved(by: offset)
        let starts = placed.segments.map { ($0.number, $0.start) }
        windows[track.id] = Window(
            starts: Dictionary(starts, uniquingKeysWith: { first, _ in first }),
            end: (last.number &+ 1, last.start + last.duration + offset))
        return placed
    }

    /// From a segment whose place is known: of the track itself, else of another that counts alike.
    private func offset(of track: TrackDescription) -> Duration? {
        let known = [windows[track.id]].compactMap { $0 } + windows.values
        for window in known {
            for segment in track.segments {
                if let start = window.starts[segment.number] { return start - segment.start }
            }
        }
        guard let end = windows[track.id]?.end, let first = track.segments.first,
            first.number >= end.number
        else { return nil }
        // Nothing is left of the last window; what came between was about as long as this.
        let missed = Double(min(first.number - end.number, 1_000_000))
        return end.start + first.duration * missed - first.start
    }

    private static func start(_ number: UInt64, like track: TrackDescription) -> Duration {
        let longest = track.segments.map(\.duration).max() ?? .zero
        return .seconds(max(1, longest.inSeconds.rounded(.up)) * Double(min(number, 1 << 40)))
    }
}

extension TrackDescription {
    fileprivate func moved(by offset: Duration) -> TrackDescription {
        guard offset != .zero else { return self }
        let moved = segments.map { segment in
            Segment(
                number: segment.number, key: segment.key, url: segment.url,
                byteRange: segment.byteRange, start: segment.start + offset,
                duration: segment.duration)
        }
        return TrackDescription(id: id, segments: moved, isLive: isLive, bitrate: bitrate)
    }
}
