import Primitives

/// Whether clients read a file on: while one does, what comes next is fetched ahead, and a moment longer.
///
/// For one that looks around, as players do for an index, nothing is.
struct FileReaders {
    /// A player that seeks closes one answer and opens the next at once.
    private static let grace = Duration.milliseconds(300)

    private var count = 0
    /// When nothing is fetched ahead any more, unless somebody reads on before.
    private(set) var deadline: Moment?

    /// Whether nobody reads on, and nobody has lately.
    var isIdle: Bool { count == 0 && deadline == nil }

    mutating func began() {
        count += 1
        deadline = nil
    }

    mutating func ended(at now: Moment) {
        count -= 1
        if count == 0 { deadline = now + Self.grace }
    }

    mutating func timedOut() { deadline = nil }
}
