import Crypto
import Primitives

/// What a device shows of itself, all of which follows from the one secret in its file.
struct DeviceIdentity {
    private enum Purpose: UInt64 {
        case id = 1
        case key = 2
    }

    /// Thirty-two hexadecimal digits.
    let id: String
    /// The X25519 key that others encrypt keys to; its private half is made again when it is needed.
    let publicKey: Bytes32

    init(secret: SecretBytes32) {
        func subkey(_ purpose: Purpose) -> SecretBytes32 {
            deriveSubkey(secret: secret, id: purpose.rawValue, context: "device-1")
        }
        id = subkey(.id).exposed.bytes.prefix(16).hex
        publicKey = StaticKeyPair(secret: subkey(.key)).publicKey
    }

    var values: DeviceValues {
        guard let values = DeviceValues(unionInfo: id, drmKek: publicKey.hex) else {
            preconditionFailure("hexadecimal digits are values")
        }
        return values
    }
}
