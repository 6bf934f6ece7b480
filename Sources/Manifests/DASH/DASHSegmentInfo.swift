/// What `SegmentTemplate`, `SegmentList` or `SegmentBase` say at one level, or at all of them together.
struct DASHSegmentInfo: Sendable {
    enum Kind: Hashable {
        case template
        case list
        case base
    }

    /// One `SegmentURL`; references are indices.
    struct URL: Sendable {
        var media: Int?
        var range: ByteRange?
    }

    let kind: Kind
    var timescale: UInt64?
    var presentationTimeOffset: UInt64?
    var startNumber: UInt64?
    var endNumber: UInt64?
    var duration: UInt64?
    /// How much earlier than whole a segment can be asked for.
    var earliness: Duration?
    var timeline: DASHTimeline?
    var indexRange: ByteRange?
    /// The index is in a file of its own.
    var hasIndexFile = false
    var initRange: ByteRange?
    var urls: [URL] = []
    /// The templates, and the one resource that `Initialization` names, as indices of references.
    var media: Int?
    var initialization: Int?
    var others: [Int] = []
    /// A value means nothing, or something that only newer players know.
    var isBroken = false

    init(kind: Kind) { self.kind = kind }

    /// What holds below an element that says `outer`: it counts where this says nothing.
    func inheriting(_ outer: DASHSegmentInfo?) -> DASHSegmentInfo {
        guard let outer, outer.kind == kind else { return self }
        var merged = self
        merged.timescale = timescale ?? outer.timescale
        merged.presentationTimeOffset = presentationTimeOffset ?? outer.presentationTimeOffset
        merged.startNumber = startNumber ?? outer.startNumber
        merged.endNumber = endNumber ?? outer.endNumber
        merged.duration = duration ?? outer.duration
        merged.earliness = earliness ?? outer.earliness
        merged.timeline = timeline ?? outer.timeline
        merged.indexRange = indexRange ?? outer.indexRange
        merged.hasIndexFile = hasIndexFile || outer.hasIndexFile
        merged.urls = urls.isEmpty ? outer.urls : urls
        merged.media = media ?? outer.media
        if initialization == nil, initRange == nil {
            merged.initialization = outer.initialization
            merged.initRange = outer.initRange
        }
        merged.others += outer.others
        merged.isBroken = isBroken || outer.isBroken
        return merged
    }

    mutating func take(_ tag: XMLTag) {
        number(tag["timescale"], to: \.timescale)
        number(tag["presentationTimeOffset"], to: \.presentationTimeOffset)
        number(tag["startNumber"], to: \.startNumber)
        number(tag["endNumber"], to: \.endNumber)
        number(tag["duration"], to: \.duration)
        if let text = tag["availabilityTimeOffset"] {
            earliness =
                text == "INF" ? .seconds(3_000_000_000) : ASCIINumber.seconds(Array(text.utf8)[...])
        }
        if let text = tag["indexRange"] {
            indexRange = Self.range(text)
            isBroken = isBroken || indexRange == nil
        }
    }

    /// Takes in an `S` of its time line.
    mutating func takeRun(_ tag: XMLTag) {
        func number(_ name: String) -> UInt64? {
            tag[name].flatMap { ASCIINumber.unsigned(Array($0.utf8)[...]) }
        }
        let repeats = tag["r"].map { Int64($0) } ?? 0
        let time = number("t")
        // Parts of segments (`k`) are counted by a variable that is not known here.
        guard let duration = number("d"), let repeats, repeats < .max, tag["k"] == nil,
            (time == nil) == (tag["t"] == nil)
        else { return isBroken = true }
        timeline?.append(time: time, duration: duration, repeats: repeats)
    }

    /// Reads `first-last`; nil for anything else.
    static func range(_ text: String) -> ByteRange? {
        let ends = Array(text.utf8).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ASCIINumber.integer(ends[0]),
            let last = ASCIINumber.integer(ends[1]), last < .max, last >= first
        else { return nil }
        return ByteRange(offset: first, length: last + 1 - first)
    }

    private mutating func number(
        _ text: String?, to value: WritableKeyPath<DASHSegmentInfo, UInt64?>
    ) {
        guard let text else { return }
        self[keyPath: value] = ASCIINumber.unsigned(Array(text.utf8)[...])
        if self[keyPath: value] == nil { isBroken = true }
    }
}
