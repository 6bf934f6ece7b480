/// Why a handshake message or a record is not what its sender should have written.
package enum NoiseError: Error, Hashable, Sendable {
    /// Too short to hold what the message must hold.
    case truncated
    /// A public key that agrees on zero with everybody.
    case invalidKey
    /// The authentication tag is not the one of these bytes.
    case notAuthentic
}
