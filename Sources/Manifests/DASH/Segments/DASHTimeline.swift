/// A `SegmentTimeline`: segments one after the other, many of which are described at once.
struct DASHTimeline: Hashable, Sendable {
    /// Segments of one length that follow each other.
    struct Run: Hashable {
        /// In ticks, as `$Time$` has it.
        let time: UInt64
        let duration: UInt64
        /// The place of the first of them in the whole time line.
        let first: UInt64
        var count: UInt64

        var end: UInt64 { time + duration * count }
    }

    /// In ascending order of time.
    private(set) var runs: [Run] = []
    /// The last run goes on for as long as there are segments (`r="-1"`); its count is nothing yet.
    private(set) var isOpen = false
    /// Something in it means nothing: what came before is all that is known.
    private(set) var isBroken = false

    /// Takes in one `S`; `repeats` more of its kind follow, or as many as fit if it is negative.
    ///
    /// Without a time it begins where the one before ends.
    mutating func append(time: UInt64?, duration: UInt64, repeats: Int64) {
        guard !isBroken else { return }
        guard duration > 0 else { return isBroken = true }
        if isOpen {
            // What is repeated without end ends where something else begins.
            guard let time, let last = runs.last, time > last.time else { return isBroken = true }
            close(last.countReaching(time))
        }
        let start = time ?? runs.last?.end ?? 0
        if let last = runs.last, start <= last.lastTime { return isBroken = true }
        let count = repeats < 0 ? 0 : UInt64(repeats) + 1
        let (length, overflow) = duration.multipliedReportingOverflow(by: max(count, 1))
        guard !overflow, !start.addingReportingOverflow(length).overflow else {
            return isBroken = true
        }
        runs.append(Run(time: start, duration: duration, first: self.count, count: count))
        isOpen = repeats < 0
    }

    /// What an open end means if segments begin before `end` and no later.
    func closed(before end: UInt64) -> DASHTimeline {
        guard isOpen, let last = runs.last else { return self }
        var closed = self
        closed.close(last.countReaching(end))
        return closed
    }

    private mutating func close(_ count: UInt64) {
        isOpen = false
        guard let last = runs.popLast(), count > 0 else { return }
        runs.append(
            Run(time: last.time, duration: last.duration, first: last.first, count: count))
    }

    /// How many segments there are, but for the open end.
    var count: UInt64 {
        guard let last = runs.last else { return 0 }
        return last.first.addingReportingOverflow(last.count).partialValue
    }

    func segment(at index: UInt64) -> (time: UInt64, duration: UInt64)? {
        let place = lastRun { $0.first <= index }
        guard place >= 0, index - runs[place].first < runs[place].count else { return nil }
        let run = runs[place]
        return (run.time + run.duration * (index - run.first), run.duration)
    }

    /// When the segment at a place begins, be it in the open end; nil if it cannot be.
    func time(of index: UInt64) -> UInt64? {
        if let segment = segment(at: index) { return segment.time }
        guard isOpen, let last = runs.last, index >= last.first else { return nil }
        let (length, overflow) = last.duration.multipliedReportingOverflow(
            by: index - last.first)
        let (time, carry) = last.time.addingReportingOverflow(length)
        return overflow || carry ? nil : time
    }

    /// The place of the segment that begins at just that time.
    func index(of time: UInt64) -> UInt64? {
        let place = lastRun { $0.time <= time }
        guard place >= 0 else { return nil }
        let run = runs[place]
        let (steps, rest) = (time - run.time).quotientAndRemainder(dividingBy: run.duration)
        return rest == 0 && steps < run.count ? run.first + steps : nil
    }

    /// The length that half of the segments do not exceed.
    var typicalDuration: UInt64? {
        let ordered = runs.sorted { $0.duration < $1.duration }
        var seen: UInt64 = 0
        for run in ordered {
            seen += max(run.count, 1)
            if seen >= (count + 1) / 2 { return run.duration }
        }
        return ordered.last?.duration
    }

    private func lastRun(_ isBefore: (Run) -> Bool) -> Int {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(runs[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}

extension DASHTimeline.Run {
    fileprivate var lastTime: UInt64 { time + duration * (max(count, 1) - 1) }

    /// How many of its kind begin before `end`.
    fileprivate func countReaching(_ end: UInt64) -> UInt64 {
        guard end > time else { return 0 }
        let count = (end - time - 1) / duration + 1
        // The end of the last one must be a number too.
        let (length, overflow) = duration.multipliedReportingOverflow(by: count)
        return overflow || time.addingReportingOverflow(length).overflow ? count - 1 : count
    }
}
