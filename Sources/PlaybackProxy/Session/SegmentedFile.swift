import Primitives

/// A file of which segments are parts.
struct SegmentedFile {
    /// What the origin says of the file.
    struct Head {
        let length: Int
        let headers: [(String, String)]
    }

    private(set) var segments: [Range<Int>: SegmentID] = [:]
    /// Nil until the origin has told.
    var head: Head?
    /// Whether nothing more is added to it, as the playlist has ended.
    var isComplete = false
    /// So many segments more than there were after it has last looked make it look again for old ones.
    private var limit = 64

    /// Takes in more; numbers before `first` have left the playlist.
    mutating func add(_ more: [Range<Int>: SegmentID], from first: UInt64) {
        segments.merge(more) { _, new in new }
        guard segments.count > limit else { return }
        segments = segments.filter { $0.value.number >= first }
        limit = 2 * segments.count + 64
    }
}
