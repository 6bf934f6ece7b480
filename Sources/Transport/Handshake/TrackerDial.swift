package import Crypto
package import Primitives

/// Which tracker to call, and as whom.
package struct TrackerDial: Sendable {
    package let local: StaticKeyPair
    package let trackerKey: Bytes32
    /// The credentials; sealed in message 1.
    package let payload: [UInt8]

    package init(local: StaticKeyPair, trackerKey: Bytes32, payload: [UInt8]) {
        precondition(payload.count <= HandshakeFormat.longestPayload, "the payload is too long")
        self.local = local
        self.trackerKey = trackerKey
        self.payload = payload
    }
}
