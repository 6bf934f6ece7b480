import Crypto
package import Primitives

/// An initiator's side of a handshake, before it has begun.
package enum ChannelDial: Sendable {
    case peer(PeerDial)
    case tracker(TrackerDial)

    package var remote: PeerID {
        switch self {
        case .peer(let dial): dial.remote
        case .tracker(let dial): PeerID(dial.trackerKey)
        }
    }

    /// The handshake, and the bytes that begin the connection.
    func begin(
        ephemeral: SecretBytes32, unixMilliseconds: UInt64
    ) throws(NoiseError) -> Greeting {
        let prologue = preamble.encode()
        var handshake = NoiseHandshake.initiator(
            pattern, prologue: prologue, local: local, remote: remote.value, ephemeral: ephemeral)
        var stamp = ByteWriter(capacity: HandshakeFormat.stampSize)
        stamp.write(unixMilliseconds)
        let message = try handshake.writeMessage(payload: stamp.bytes + payload)
        let bytes = prologue + HandshakeFormat.framed(message) + mac1(of: message)
        return Greeting(handshake: handshake, bytes: bytes)
    }

    private var preamble: ChannelPreamble {
        switch self {
        case .peer(let dial): .peer(dial.swarm, dial.secret.epoch)
        case .tracker: .tracker
        }
    }

    private var pattern: NoiseHandshake.Pattern {
        switch self {
        case .peer(let dial): .ikpsk2(dial.secret.handshakeKey)
        case .tracker: .ik
        }
    }

    private var local: StaticKeyPair {
        switch self {
        case .peer(let dial): dial.local
        case .tracker(let dial): dial.local
        }
    }

    private var payload: [UInt8] {
        switch self {
        case .peer(let dial): dial.payload
        case .tracker(let dial): dial.payload
        }
    }

    private func mac1(of message: [UInt8]) -> [UInt8] {
        switch self {
        case .peer(let dial): keyedMAC16(key: dial.secret.mac1Key, message)
        case .tracker: []
        }
    }
}

/// A handshake whose message 1 is written.
struct Greeting: ~Copyable {
    let handshake: NoiseHandshake
    let bytes: [UInt8]
}
