/// Which of the credentials of a session, in the order in which they came.
package struct CredentialGeneration: Hashable, Comparable, Sendable {
    /// No credential at all, which is what a session begins with whose source must be asked first.
    package static let none = CredentialGeneration(number: 0)

    package let number: Int

    package init(number: Int) {
        self.number = number
    }

    var next: CredentialGeneration { CredentialGeneration(number: number + 1) }

    package static func < (left: CredentialGeneration, right: CredentialGeneration) -> Bool {
        left.number < right.number
    }
}
