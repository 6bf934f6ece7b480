import Manifests
import Primitives

extension EntityTag {
    /// Of a segment: the same for as long as the session lasts, whoever its bytes come from.
    ///
    /// A number may come to mean another segment, elsewhere; so the number alone is not enough.
    init(segment: SegmentID, at uri: ResolvedURI) {
        var writer = ByteWriter(capacity: 128)
        writer.write(segment.track.value)
        writer.write(segment.number)
        writer.write(Array(uri.text.utf8))
        self.init(content: writer.bytes)
    }
}
