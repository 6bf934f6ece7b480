/// The segments of a playlist on one line of time, which goes on when the playlist is read again.
struct MediaTimeline: Sendable {
    struct Entry: Sendable {
        /// Media seconds since the start of what was read first.
        let start: Double
        let segment: Playlist.Segment

        var end: Double { start + segment.duration }
    }

    /// A player stays so many target durations behind the edge (RFC 8216, 6.3.3).
    private static let distanceFromEdge = 3.0

    private(set) var entries: [Entry] = []
    private(set) var isComplete = false
    /// The first number that the playlist named when it was read last.
    private(set) var firstCurrent = 0
    private var targetDuration = 0.0

    var end: Double { entries.last?.end ?? 0 }

    /// Returns whether it brought anything new.
    mutating func read(_ playlist: Playlist) -> Bool {
        let known = entries.count
        for segment in playlist.segments where segment.number > entries.last?.segment.number ?? -1 {
            entries.append(Entry(start: start(of: segment), segment: segment))
        }
        firstCurrent = playlist.segments.first?.number ?? firstCurrent
        targetDuration = playlist.targetDuration
        let hasEnded = playlist.isComplete && !isComplete
        isComplete = playlist.isComplete
        return entries.count > known || hasEnded
    }

    func entry(_ number: Int) -> Entry? {
        guard let first = entries.first?.segment.number, number >= first else { return nil }
        // Numbers may be missing, never in a wrong order.
        return entries.dropFirst(entries.count - min(entries.count, last - number + 1))
            .first { $0.segment.number == number }
    }

    /// What is played at so many media seconds.
    func entry(at seconds: Double) -> Entry? {
        entries.last { $0.start <= seconds && seconds < $0.end }
    }

    /// Where a player begins.
    var beginning: Entry? {
        guard !isComplete else { return entries.first }
        let latest = end - Self.distanceFromEdge * targetDuration
        return entries.last { $0.start <= latest } ?? entries.first
    }

    /// Seconds from the beginning of one reload to that of the next, as hls.js counts them.
    func reloadInterval(afterNews isNew: Bool) -> Double {
        guard isNew else { return targetDuration / 2 }
        return min(targetDuration, entries.last?.segment.duration ?? targetDuration)
    }

    private var last: Int { entries.last?.segment.number ?? 0 }

    /// What was never named leaves a gap of about its duration.
    private func start(of segment: Playlist.Segment) -> Double {
        guard let last = entries.last else { return 0 }
        return last.end + Double(segment.number - last.segment.number - 1) * targetDuration
    }
}
