/// How the segments of one representation follow each other in time: places count from nothing.
struct DASHCounting: Sendable {
    enum Course: Hashable {
        case timeline(DASHTimeline)
        /// All are equally long, in ticks.
        case constant(UInt64)
    }

    /// More are not listed at once.
    static let most: UInt64 = 100_000
    /// So many are listed of a live presentation that keeps everything.
    private static let mostBehindTheEdge: UInt64 = 600

    let course: Course
    let ticks: DASHTicks
    let offset: UInt64
    let period: DASHPeriodTimes

    /// Nil if the segments have no time.
    init?(_ info: DASHSegmentInfo, _ period: DASHPeriodTimes) {
        guard let ticks = DASHTicks(perSecond: info.timescale ?? 1) else { return nil }
        self.ticks = ticks
        offset = info.presentationTimeOffset ?? 0
        self.period = period
        if let timeline = info.timeline {
            course = .timeline(timeline)
        } else if let duration = info.duration, duration > 0 {
            course = .constant(duration)
        } else {
            return nil
        }
    }

    /// The places of segments that exist at a time, and of the one that was asked for.
    func places(
        at now: Duration?, earliness: Duration, asked: UInt64?
    ) -> (course: Course, places: Range<UInt64>) {
        let passed = passed(at: now).map { $0 + earliness }
        switch course {
        case .timeline(let timeline):
            var end = period.length.map(tick)
            if end == nil, let passed, let last = timeline.runs.last, timeline.isOpen {
                // A segment is there when all of it is.
                let whole = tick(at: passed)
                end = whole >= last.duration ? (whole - last.duration).addingSaturated(1) : 0
            }
            let asked = asked.flatMap { asked in
                timeline.time(of: asked).map { (place: asked, end: $0.addingSaturated(1)) }
            }
            let closed = timeline.closed(before: max(end ?? 0, asked?.end ?? 0))
            let count = closed.count
            var first = period.isDynamic && count > Self.most ? count - Self.most : 0
            if period.isDynamic, timeline.isOpen, let last = timeline.runs.last {
                let behind = behind(segmentsOf: last.duration)
                first = max(first, count > behind ? count - behind : 0)
            }
            return (.timeline(closed), Self.around(asked?.place, first..<count))
        case .constant(let duration):
            var count = period.length.map { length in
                let whole = ticks.ticks(in: length)
                return whole / duration + (whole % duration > 0 ? 1 : 0)
            }
            var first: UInt64 = 0
            if period.isDynamic {
                let there = passed.map { ticks.ticks(in: $0) / duration } ?? 0
                let now = min(max(there, asked.map { $0.addingSaturated(1) } ?? 0), count ?? .max)
                let behind = behind(segmentsOf: duration)
                first = now > behind ? now - behind : 0
                count = now
            }
            return (course, Self.around(asked, first..<max(first, count ?? 0)))
        }
    }

    func segment(at place: UInt64, of course: Course) -> (time: UInt64, duration: UInt64)? {
        switch course {
        case .timeline(let timeline):
            return timeline.segment(at: place)
        case .constant(let duration):
            let (time, overflow) = place.multipliedReportingOverflow(by: duration)
            let (sum, carry) = time.addingReportingOverflow(offset)
            return overflow || carry ? nil : (sum, duration)
        }
    }

    /// The place of the segment that begins at just that time, whether or not it exists yet.
    func place(of time: UInt64) -> UInt64? {
        switch course {
        case .timeline(let timeline):
            return timeline.closed(before: tickAfter(time)).index(of: time)
        case .constant(let duration):
            guard time >= offset else { return nil }
            let (place, rest) = (time - offset).quotientAndRemainder(dividingBy: duration)
            return rest == 0 ? place : nil
        }
    }

    /// From the start of the presentation; a segment may begin before its period does.
    func start(_ time: UInt64) -> Duration {
        max(.zero, period.start + ticks.duration(time) - ticks.duration(offset))
    }

    /// How much of a segment that begins at a time is in the period, if all are said to be equally long.
    func duration(_ duration: UInt64, at time: UInt64) -> Duration {
        let whole = ticks.duration(duration)
        guard case .constant = course, let length = period.length else { return whole }
        return max(.zero, min(whole, period.start + length - start(time)))
    }

    /// What half of the segments are not longer than.
    var typicalDuration: Duration? {
        switch course {
        case .timeline(let timeline): timeline.typicalDuration.map(ticks.duration)
        case .constant(let duration): ticks.duration(duration)
        }
    }

    /// How many segments of a length are still there behind the newest.
    private func behind(segmentsOf duration: UInt64) -> UInt64 {
        let window = period.windowLength.map { ticks.ticks(in: $0) / duration }
        return min(window?.addingSaturated(2) ?? Self.mostBehindTheEdge, Self.most)
    }

    private func passed(at now: Duration?) -> Duration? {
        guard period.isDynamic, let now, let start = period.availabilityStart else { return nil }
        return now - start - period.start
    }

    /// The time as `$Time$` has it, of a time in the period.
    private func tick(at time: Duration) -> UInt64 {
        ticks.ticks(in: time).addingSaturated(offset)
    }

    private func tickAfter(_ time: UInt64) -> UInt64 { time.addingSaturated(1) }

    /// No more than `most`, among them the one that was asked for.
    private static func around(_ asked: UInt64?, _ places: Range<UInt64>) -> Range<UInt64> {
        var first = places.lowerBound
        if let asked, places.contains(asked), asked - first >= most { first = asked - most / 2 }
        return first..<min(places.upperBound, first.addingSaturated(most))
    }
}

extension UInt64 {
    fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
