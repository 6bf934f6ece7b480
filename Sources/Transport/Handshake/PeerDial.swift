package import Crypto
package import Primitives

/// Whom to call, and as whom, to open a channel between peers.
package struct PeerDial: Sendable {
    package let local: StaticKeyPair
    package let remote: PeerID
    package let swarm: SwarmID
    package let secret: SwarmSecret
    /// The introduction ticket; sealed in message 1.
    package let payload: [UInt8]

    package init(
        local: StaticKeyPair, remote: PeerID, swarm: SwarmID, secret: SwarmSecret,
        payload: [UInt8]
    ) {
        precondition(payload.count <= HandshakeFormat.longestPayload, "the payload is too long")
        self.local = local
        self.remote = remote
        self.swarm = swarm
        self.secret = secret
        self.payload = payload
    }
}
