package import Primitives

/// Which grants count, and for how long.
package struct GrantPolicy: Hashable, Sendable {
    /// Keys of backends whose grants count beside the operator's own.
    package var issuers: Set<Bytes32> = []
    /// How long after it was issued a grant can be used first, at most the 300 s of the format.
    package var firstUse: Duration = .seconds(300)
    /// How long after its issue what a grant opened may last, whatever it says itself.
    package var longestLife: Duration = .seconds(86_400)
    /// How far an issuer's clock may be off.
    package var clockSkew: Duration = .seconds(60)
    /// How long a client may be here without the grant that it needs.
    package var patience: Duration = .seconds(30)
    /// Grants whose use is remembered; while there are that many, all others are refused.
    package var remembered = 65_536

    package init() {}
}
