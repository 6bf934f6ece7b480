/// One version of a segment, all of which was here: for as long as it is current, its bytes are the same.
package struct SegmentVersion: Sendable {
    /// The store has the one owner of it, whose end is the version's.
    final class Mark: Sendable {}

    private weak let mark: Mark?

    init(_ mark: Mark) { self.mark = mark }

    /// Whether its bytes are here as they were.
    ///
    /// Asked for each of tens of thousands of answers a second: it looks nothing up.
    package var isCurrent: Bool { mark != nil }
}
