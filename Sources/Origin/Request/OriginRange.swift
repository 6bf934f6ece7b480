/// The part of a resource that a request asks for, in bytes.
package enum OriginRange: Hashable, Sendable {
    case from(Int)
    case closed(ClosedRange<Int>)
    /// The last so many bytes.
    case suffix(Int)

    /// The value of curl's range option, and of the header after `bytes=`.
    var text: String {
        switch self {
        case .from(let first): "\(first)-"
        case .closed(let range): "\(range.lowerBound)-\(range.upperBound)"
        case .suffix(let count): "-\(count)"
        }
    }
}
