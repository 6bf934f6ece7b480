/// What became of one request.
package struct HTTPOutcome: Hashable, Sendable {
    /// Nil if there was no answer.
    package let status: Int?
    /// Of the body, as far as it was read to be sent.
    package let bytes: Int
    /// Whether the answer has left whole.
    package let isComplete: Bool
}
