/// Which of the peers that have a segment now will still have it when it is needed here.
///
/// All times are seconds of media, or of the clock at normal speed.
struct HolderOutlook: Sendable {
    /// Where the segment lies.
    let start: Double
    /// Where the film ends, and with it the stay of who plays it.
    let end: Double
    /// Until the player here comes to the segment.
    let neededIn: Double

    /// Whether a peer will be there, and will not have evicted the segment.
    ///
    /// `keptBehind` is how much of what it has played the peer keeps.
    func lasts(at position: Double, keptBehind: Double) -> Bool {
        let then = position + neededIn
        return then < end && then - start <= keptBehind
    }
}
