import Crypto
import Primitives
import TrackerWire

/// Decides whether an attestation fixes the bytes of a segment, now and in this swarm.
struct AttestationCheck: Sendable {
    enum Verdict: Hashable, Sendable {
        case valid
        /// It was valid once, or will be, or is signed by a notary that is not ours: nobody's fault.
        case unusable
        /// It is not what it claims to be: whoever sent it is at fault.
        case forged
    }

    /// Tolerated difference between the notary's clock and ours.
    private static let skew: UInt64 = 60

    private let swarm: SwarmID
    private var notaries: [UInt64: VerifyingKey] = [:]

    init(swarm: SwarmID) {
        self.swarm = swarm
    }

    /// Takes the notary keys of a tracker's welcome.
    mutating func trust(_ keys: [Bytes32]) {
        notaries = Dictionary(
            keys.map { ($0.prefix64, VerifyingKey($0)) }, uniquingKeysWith: { first, _ in first })
    }

    func verdict(
        on attestation: Attestation, for key: SegmentKey, unixTime now: UInt64
    ) -> Verdict {
        guard let notary = notaries[attestation.keyID] else { return .unusable }
        guard notary.verifies(signature: attestation.signature, of: attestation.signedBytes) else {
            return .forged
        }
        // Two honest viewers may number their segments differently.
        guard attestation.swarm == swarm, attestation.key == key else { return .unusable }
        let isInDate =
            UInt64(attestation.notBefore) <= now + Self.skew
            && now <= UInt64(attestation.notAfter) + Self.skew
        return isInDate ? .valid : .unusable
    }
}
