/// In which order the sessions of a loop are served when there are bytes again.
///
/// Whoever comes after the one that was served last is first: that others want nothing makes nobody's
/// share larger than that of his neighbour.
package struct UploadRotation: Sendable {
    private var first = 0

    package init() {}

    /// The places of all sessions.
    package func order(of count: Int) -> [Int] {
        (0..<count).map { (first + $0) % count }
    }

    package mutating func served(_ place: Int) { first = place + 1 }
}
