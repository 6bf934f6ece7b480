import Primitives

/// Places the segments of live playlists on one time line, which does not move with their windows.
///
/// A live playlist begins with whatever segment it still has, so that the same segment lies elsewhere
/// each time; its number stays. This time line is the session's own. With others only numbers are
/// shared: a place is told as so many segments and thousandths.
package struct LiveTimeline {
    private struct Place: Numbered {
        let number: UInt64
        let start: Duration
        let duration: Duration

        init(_ segment: TrackDescription.Segment) {
            number = segment.number
            start = segment.start
            duration = segment.duration
        }
    }

    /// Each has at least one place.
    private var windows: [TrackID: TrackWindow<Place>] = [:]
    /// Those of parts, whose numbers say nothing about other tracks; none is empty.
    private var partWindows: [TrackID: TrackWindow<Place>] = [:]

    package init() {}

    func isLive(_ track: TrackID) -> Bool { windows[track] != nil }

    /// The description with its segments where they lie on the time line.
    package mutating func place(_ track: TrackDescription) -> TrackDescription {
        guard let first = track.segments.first, track.isLive || isLive(track.id) else {
            return track
        }
        let offset = offset(of: track) ?? Self.start(first.number, like: track) - first.start
        let placed = track.moved(by: offset)
        // Taken out, so that it is changed where it is.
        var window = windows.removeValue(forKey: track.id) ?? TrackWindow()
        _ = window.describe(placed.segments.map(Place.init), keeping: track.kept)
        windows[track.id] = window
        return placed
    }

    /// Parts of a track's segments, where they lie on the time line: the playlist that lists them has the
    /// segment of that number at `start`.
    mutating func place(
        parts: TrackDescription, of track: TrackID, number: UInt64, at start: Duration
    ) -> TrackDescription {
        guard let window = windows[track], let index = window.index(of: number) else {
            return parts
        }
        let placed = parts.moved(by: window.elements[index].start - start)
        guard !placed.segments.isEmpty else { return placed }
        var places = TrackWindow<Place>()
        _ = places.describe(placed.segments.map(Place.init), keeping: nil)
        partWindows[parts.id] = places
        return placed
    }

    // MARK: - What is told to others

    /// A place on the track as others know it.
    func shared(_ position: Duration, on track: TrackID) -> Duration {
        if let parts = partWindows[track] {
            // The next number need not be the next part's.
            let part = parts.elements[max(0, parts.count { $0.start <= position } - 1)]
            let passed = min(max(Self.passed(of: part, at: position), 0), 0.999)
            return .clamped(seconds: PartNumber.segments(Double(part.number) + passed))
        }
        guard let window = windows[track] else { return position }
        let segment = window.elements[max(0, window.count { $0.start <= position } - 1)]
        return .clamped(
            seconds: Double(segment.number) + Self.passed(of: segment, at: position))
    }

    /// What others call by that place; outside of the window all segments are taken for equally long,
    /// and parts are not told apart.
    func local(_ shared: Duration, on track: TrackID) -> Duration {
        if let parts = partWindows[track] {
            let number = max(0, PartNumber.number(atSegments: shared.inSeconds))
            let part = parts.elements[max(0, parts.count { Double($0.number) <= number } - 1)]
            return max(
                .zero, part.start + part.duration * min(max(number - Double(part.number), 0), 1))
        }
        guard let window = windows[track], let first = window.elements.first else { return shared }
        let number = UInt64(max(0, shared.components.seconds))
        let last = window.elements[window.elements.count - 1]
        let near = number < first.number ? first : number > last.number ? last : nil
        let segment = near ?? window.elements[max(0, window.count { $0.number <= number } - 1)]
        let distance = shared.inSeconds - Double(segment.number)
        return max(.zero, segment.start + segment.duration * min(max(distance, -1e6), 1e6))
    }

    private static func passed(of segment: Place, at position: Duration) -> Double {
        (position - segment.start).inSeconds / max(segment.duration.inSeconds, 0.001)
    }

    // MARK: - Private

    /// From a segment whose place is known: of the track itself, else of another that counts alike.
    private func offset(of track: TrackDescription) -> Duration? {
        if let window = windows[track.id] {
            if let offset = offset(of: track, in: window) { return offset }
            return offset(of: track, after: window)
        }
        return windows.values.lazy.compactMap { offset(of: track, in: $0) }.first
    }

    private func offset(of track: TrackDescription, in window: TrackWindow<Place>) -> Duration? {
        for segment in track.segments {
            if let index = window.index(of: segment.number) {
                return window.elements[index].start - segment.start
            }
        }
        return nil
    }

    /// Nothing is left of the last window; what came between was about as long as this.
    private func offset(of track: TrackDescription, after window: TrackWindow<Place>) -> Duration? {
        guard let first = track.segments.first, let last = window.elements.last,
            first.number > last.number
        else { return nil }
        let missed = Double(min(first.number - last.number - 1, 1_000_000))
        return last.start + last.duration + first.duration * missed - first.start
    }

    private static func start(_ number: UInt64, like track: TrackDescription) -> Duration {
        let longest = track.segments.map(\.duration).max() ?? .zero
        return .seconds(max(1, longest.inSeconds.rounded(.up)) * Double(min(number, 1 << 40)))
    }
}
