import Primitives

/// The segments that a `SegmentTemplate` names.
struct DASHTemplateMedia: Sendable {
    /// The whole URL, for each of the bases.
    let templates: [DASHTemplate]
    let counting: DASHCounting
    let startNumber: UInt64
    let endNumber: UInt64?
    /// How much earlier than whole a segment can be asked for.
    let earliness: Duration

    /// Segments that are named by their time are numbered by the slot that they begin in, of
    /// 2^`slotExponent` seconds: that depends on nothing that moves with a live window.
    let slotExponent: Int?

    /// The length of slots for segments that are usually that long.
    ///
    /// Slots are shorter than a third of that, so that two segments seldom begin in one. Their lengths are
    /// powers of two, and change where no packager's segments end: near 1.41, 2.83, 5.66 s.
    static func slotExponent(for typical: Duration) -> Int {
        var exponent = -9
        var longest = 5.657 / 512
        while exponent < 20, typical.inSeconds > longest {
            exponent += 1
            longest *= 2
        }
        return exponent
    }

    func segments(at now: Duration?, asked: DASHSegment?) -> [DASHSegment] {
        let (course, places) = counting.places(
            at: now, earliness: earliness, asked: asked.flatMap(place))
        var segments: [DASHSegment] = []
        for place in places {
            guard let segment = segment(at: place, of: course) else { continue }
            // Of two that begin in one slot, the second has no number.
            if let last = segments.last, last.number >= segment.number { continue }
            segments.append(segment)
        }
        return segments
    }

    func newest(at now: Duration?) -> DASHSegment? {
        let (course, places) = counting.places(at: now, earliness: earliness, asked: nil)
        return places.last.flatMap { segment(at: $0, of: course) }
    }

    /// What a URL of this template means; nil if it is none.
    func segment(at uri: String, base: Int) -> DASHSegment? {
        guard templates.indices.contains(base) else { return nil }
        for (variable, value) in templates[base].candidates(in: uri) {
            let place: UInt64?
            switch variable {
            case .number: place = value >= startNumber ? value - startNumber : nil
            case .time: place = counting.place(of: value)
            }
            guard let place else { continue }
            let (course, places) = counting.places(at: nil, earliness: .zero, asked: place)
            if places.contains(place), let segment = segment(at: place, of: course),
                case .variables(let number, let time) = segment.name,
                templates[base].expanded(number: number, time: time) == uri
            {
                return segment
            }
        }
        return nil
    }

    /// Whether a URL is one of this template, of a segment that is known or not.
    func matches(_ uri: String, base: Int) -> Bool {
        guard templates.indices.contains(base) else { return false }
        return templates[base].candidates(in: uri).contains { _, value in
            templates[base].expanded(number: value, time: value) == uri
        }
    }

    func uri(number: UInt64, time: UInt64, base: Int) -> ResolvedURI? {
        guard templates.indices.contains(base) else { return nil }
        return ResolvedURI(templates[base].expanded(number: number, time: time))
    }

    private func place(of segment: DASHSegment) -> UInt64? {
        guard case .variables(let number, let time) = segment.name else { return nil }
        // Where time is the name, the number may count from the start of the window.
        if slotExponent != nil { return counting.place(of: time) }
        return number >= startNumber ? number - startNumber : nil
    }

    private func segment(at place: UInt64, of course: DASHCounting.Course) -> DASHSegment? {
        let (number, overflow) = startNumber.addingReportingOverflow(place)
        guard !overflow, number <= endNumber ?? .max,
            let (time, duration) = counting.segment(at: place, of: course)
        else { return nil }
        var known: UInt64? = number
        if let slotExponent {
            known = counting.ticks.slot(of: time, exponent: slotExponent)
        }
        return known.map {
            DASHSegment(
                number: $0, start: counting.start(time),
                duration: counting.duration(duration, at: time), byteRange: nil,
                name: .variables(number: number, time: time))
        }
    }
}
