import Primitives

/// The window of segments of one track, as its playlist described it last.
struct Track: Sendable {
    let isLive: Bool
    /// In ascending order of number and of start.
    let segments: [SegmentTiming]

    init(segments: [SegmentTiming], isLive: Bool) {
        self.segments = segments.sorted { $0.number < $1.number }
        self.isLive = isLive
    }

    func timing(of number: UInt64) -> SegmentTiming? {
        let place = lowerBound { $0.number < number }
        guard place < segments.count, segments[place].number == number else { return nil }
        return segments[place]
    }

    /// The segments that overlap a span of media time.
    func segments(from start: Duration, to end: Duration) -> ArraySlice<SegmentTiming> {
        let first = lowerBound { $0.start + $0.duration <= start }
        let last = lowerBound { $0.start < end }
        return segments[first..<max(first, last)]
    }

    /// Start of the first segment that lies wholly beyond `time`.
    func nextStart(after time: Duration) -> Duration? {
        let place = lowerBound { $0.start < time }
        return place < segments.count ? segments[place].start : nil
    }

    private func lowerBound(_ isBefore: (SegmentTiming) -> Bool) -> Int {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(segments[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
