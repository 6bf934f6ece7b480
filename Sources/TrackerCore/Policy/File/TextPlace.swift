/// Where in a text something stands, counted from one as editors do.
package struct TextPlace: Hashable, Sendable {
    package let line: Int
    package let column: Int
}

extension TextPlace: CustomStringConvertible {
    package var description: String { "line \(line), column \(column)" }
}
