package import Primitives

/// One version of a segment, all of which is here: for as long as it is current, its bytes are the same.
package struct SegmentVersion: Sendable {
    final class Mark: Sendable {}

    package let segment: SegmentID
    let key: SegmentKey
    let mark: Mark
}
