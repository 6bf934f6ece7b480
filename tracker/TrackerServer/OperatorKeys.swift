package import Crypto
package import Primitives

/// Everything secret that a tracker has, derived from the one secret in its operator's key file.
///
/// Deriving makes a tracker that restarts the same one to its clients: same keys, same swarm secrets.
package struct OperatorKeys: Sendable {
    private enum Purpose: UInt64 {
        case channel = 1
        case signing = 2
        case swarms = 3
        case content = 4
    }

    /// What clients pin: they speak to the owner of this key or to nobody.
    package let channel: StaticKeyPair
    /// Signs SDK keys, tickets and attestations.
    package let signing: SigningKey
    private let swarms: SecretBytes32
    private let content: SecretBytes32

    package init(master: SecretBytes32) {
        func subkey(_ purpose: Purpose) -> SecretBytes32 {
            deriveSubkey(secret: master, id: purpose.rawValue, context: "operator")
        }
        channel = StaticKeyPair(secret: subkey(.channel))
        signing = SigningKey(seed: subkey(.signing).exposed)
        swarms = subkey(.swarms)
        content = subkey(.content)
    }

    /// What the members of a swarm share in an epoch.
    package func swarmSecret(of swarm: SwarmID, epoch: Epoch) -> Redacted<Bytes32> {
        var writer = ByteWriter(capacity: 36)
        writer.write(swarm.value)
        writer.write(epoch.number)
        return Redacted(keyedHash(key: swarms.exposed, writer.bytes))
    }

    /// What an app names its swarms and segments with: always the same for the same app.
    package func contentKey(appID: String) -> Redacted<Bytes32> {
        Redacted(keyedHash(key: content.exposed, Array(appID.utf8)))
    }
}
