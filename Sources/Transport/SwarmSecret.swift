import Crypto
package import Primitives

/// What the members of a swarm share for one epoch: from it come the two keys of a peer's handshake.
package struct SwarmSecret: Sendable {
    package let epoch: Epoch
    /// Noise's pre-shared key.
    let handshakeKey: SecretBytes32
    /// Marks message 1, so that a stranger's is known before any costly step.
    let mac1Key: SecretBytes32

    package init(epoch: Epoch, secret: Redacted<Bytes32>) {
        self.epoch = epoch
        let secret = SecretBytes32(secret.secret)
        handshakeKey = deriveSubkey(secret: secret, id: 1, context: "shoalchn")
        mac1Key = deriveSubkey(secret: secret, id: 2, context: "shoalchn")
    }
}
