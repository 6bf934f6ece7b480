import Primitives

extension EntityTag {
    /// Of a segment: the same for as long as the session lasts, whoever its bytes come from.
    init(segment: SegmentID) {
        var writer = ByteWriter(capacity: 16)
        writer.write(segment.track.value)
        writer.write(segment.number)
        self.init(content: writer.bytes)
    }
}
