/// Where one segment lies on its track, as the playlist describes it.
package struct SegmentTiming: Hashable, Sendable {
    package let number: UInt64
    package let start: Duration
    package let duration: Duration
    /// Bytes, from bandwidth and duration; the true length is learnt when the segment arrives.
    package let estimatedLength: Int

    package init(number: UInt64, start: Duration, duration: Duration, estimatedLength: Int) {
        self.number = number
        self.start = start
        self.duration = duration
        self.estimatedLength = estimatedLength
    }
}
