/// Why a grant opens nothing; counted, and never told to the client in detail.
package enum GrantRefusal: String, Hashable, Sendable, CaseIterable {
    case otherApp = "other-app"
    case otherBundle = "other-bundle"
    /// It is bound to another key than the channel's: most likely copied.
    case otherClient = "other-client"
    case otherSwarm = "other-swarm"
    case unknownIssuer = "unknown-issuer"
    case notYetIssued = "not-yet-issued"
    case tooLate = "too-late"
    case usedBefore = "used-before"
    case revoked
    case badSignature = "bad-signature"
    /// The tracker remembers as many used grants as it may.
    case noRoom = "no-room"
}
