/// A secret that no description, log line or mirror shows.
package struct Redacted<Value: Sendable>: Sendable {
    /// The secret itself: for the one place that must send it.
    package let secret: Value

    package init(_ secret: Value) {
        self.secret = secret
    }
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
