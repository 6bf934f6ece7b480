/// Where one segment lies on its track, as the playlist describes it.
package struct SegmentTiming: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case whole
        /// A part of a low-latency playlist: others are waited for no longer than it plays.
        case part
        /// A part that does not exist yet: the origin keeps a request for it until it does.
        case hint
    }

    package let number: UInt64
    package let start: Duration
    package let duration: Duration
    /// Bytes, from bandwidth and duration; the true length is learnt when the segment arrives.
    package let estimatedLength: Int
    package let kind: Kind

    package init(
        number: UInt64, start: Duration, duration: Duration, estimatedLength: Int,
        kind: Kind = .whole
    ) {
        self.number = number
        self.start = start
        self.duration = duration
        self.estimatedLength = estimatedLength
        self.kind = kind
    }
}
