/// What a version of a playlist has in common with the one that was read before it.
///
/// Of everything there is one range that was there before, without a difference but its place.
package struct HLSContinuation: Hashable, Sendable {
    /// Where something is, and where it was.
    package struct Kept: Hashable, Sendable {
        package let range: Range<Int>
        package let last: Range<Int>

        init(_ last: Range<Int>, movedBy shift: Int) {
            self.last = last
            range = last.lowerBound + shift..<last.upperBound + shift
        }
    }

    package let text: Kept
    package let references: Kept
    package let segments: Kept
    /// The first of the range is where what is kept begins, the last is where it ends.
    package let checkpoints: Kept
}
