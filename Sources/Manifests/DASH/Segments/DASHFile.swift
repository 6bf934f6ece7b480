/// A file that all segments of a representation are parts of.
package struct DASHFile: Sendable {
    /// For each of the bases.
    package let uris: [ResolvedURI]
    /// Where its own index says what the segments are, if the MPD does not.
    package let indexRange: ByteRange?
    /// What the MPD says they are.
    package let segments: [DASHSegment]
    /// When the presentation has come to the start of it.
    package let start: Duration

    /// Bytes at the front that hold no media: what comes from the origin alone.
    package let headLength: Int

    /// The segments that the MPD names, or the index in the file's first `headLength` bytes.
    package func allSegments(head: [UInt8]) -> [DASHSegment] {
        guard let indexRange else { return segments }
        return SegmentIndex(head, at: indexRange.offset)?.segments(from: start) ?? []
    }
}
