import Crypto
import Primitives
import Transport

/// Keys and secret that both processes know.
enum BenchmarkPeers {
    static let sender = pair(1)
    static let receiver = pair(2)
    static let swarm = SwarmID(number(3))
    static let secret = SwarmSecret(epoch: Epoch(1), secret: Redacted(number(4)))

    static var dial: PeerDial {
        PeerDial(
            local: receiver, remote: PeerID(sender.publicKey), swarm: swarm, secret: secret,
            payload: [])
    }

    private static func pair(_ value: UInt64) -> StaticKeyPair {
        StaticKeyPair(secret: SecretBytes32(number(value)))
    }

    private static func number(_ value: UInt64) -> Bytes32 {
        Bytes32(words: (value, value, value, value))
    }
}
