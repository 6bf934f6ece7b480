import Primitives

/// A file of which segments are parts.
struct SegmentedFile {
    var segments: [Range<Int>: SegmentID] = [:]
    /// Nil until the origin has told.
    var length: Int?
}
