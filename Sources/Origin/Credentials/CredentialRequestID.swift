/// One fetch, to those who decide on its credential.
package struct CredentialRequestID: Hashable, Comparable, Sendable {
    package let number: Int

    package init(number: Int) {
        self.number = number
    }

    package static func < (left: CredentialRequestID, right: CredentialRequestID) -> Bool {
        left.number < right.number
    }
}
