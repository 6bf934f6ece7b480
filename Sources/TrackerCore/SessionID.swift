/// Names one client's channel for as long as it is open; the shell never uses a number twice.
package struct SessionID: Hashable, Comparable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (left: SessionID, right: SessionID) -> Bool {
        left.number < right.number
    }
}
