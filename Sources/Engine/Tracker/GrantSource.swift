package import Primitives

/// Asks the application for the text of a grant; the answer may come on any thread, nil for none.
package typealias GrantSource =
    @Sendable (GrantRequest, _ answer: @escaping @Sendable (_ text: String?) -> Void) -> Void

/// What a grant is wanted for.
package struct GrantRequest: Hashable, Sendable {
    /// The key that the grant is to be bound to.
    package let client: PeerID
    package let swarm: SwarmID
    /// What the application calls the content.
    package let content: String?
    package let bundle: String
}
