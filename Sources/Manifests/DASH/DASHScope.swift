/// An element that `BaseURL`s and descriptions of segments hold for: the MPD, a period, an adaptation
/// set, a representation.
struct DASHScope: Sendable {
    /// The scope around it; nil for the MPD, which is the first.
    let parent: Int?
    /// Its `BaseURL`s, as indices of references: alternatives of which a player takes any.
    var bases: [Int] = []
    var segments: DASHSegmentInfo?
}
