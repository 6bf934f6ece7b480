import Foundation

/// One thing that a player fetches: a file or a range of it.
struct Resource: Sendable, Hashable {
    let url: URL
    var range: ClosedRange<Int>?

    /// The same for all who fetch it from the same origin.
    var name: String { url.path + (range.map { "@\($0.lowerBound)" } ?? "") }
}
