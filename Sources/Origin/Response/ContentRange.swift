/// The value of a `Content-Range` header in bytes.
package enum ContentRange: Hashable, Sendable {
    /// The bytes that the body holds, and the length of the whole, if the origin knows it.
    case part(ClosedRange<Int>, total: Int?)
    /// No part: of a resource with so many bytes, what was asked for is none.
    case unsatisfied(total: Int)

    /// Nil for anything but one well-formed range that lies within its total.
    package init?(_ value: String) {
        let words = value.trimmingHeaderSpace.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].asciiLowercased == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let total = parts[1].decimalNumber
        guard total != nil || parts[1] == "*" else { return nil }
        if parts[0] == "*" {
            guard let total else { return nil }
            self = .unsatisfied(total: total)
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ends[0].decimalNumber, let last = ends[1].decimalNumber,
            first <= last, last < total ?? .max
        else { return nil }
        self = .part(first...last, total: total)
    }

    package var total: Int? {
        switch self {
        case .part(_, let total): total
        case .unsatisfied(let total): total
        }
    }

    /// Whether this part is all of `asked` that there is.
    package func answers(_ asked: OriginRange) -> Bool {
        guard case .part(let part, let total) = self else { return false }
        let reachesEnd = part.upperBound + 1 == total
        switch asked {
        case .from(let first):
            return part.lowerBound == first && reachesEnd
        case .closed(let range):
            return part.lowerBound == range.lowerBound
                && (part.upperBound == range.upperBound
                    || part.upperBound < range.upperBound && reachesEnd)
        case .suffix(let count):
            return reachesEnd && (part.count == count || part.lowerBound == 0 && part.count < count)
        }
    }
}
