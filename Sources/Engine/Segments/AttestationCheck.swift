import Crypto
import Primitives
import TrackerWire

/// Decides whether an attestation fixes the bytes of a segment, now and in this swarm.
struct AttestationCheck: Sendable {
    enum Verdict: Hashable, Sendable {
        case valid
        /// It was valid once, or will be, or is signed by a notary that is not ours, or a later one has taken
        /// its place: nobody's fault.
        case unusable
        /// It is not what it claims to be: whoever sent it is at fault.
        case forged
    }

    /// Tolerated difference between the notary's clock and ours.
    private static let skew: UInt64 = 60
    /// Segments whose last attestation, and as many whose revocation, are remembered.
    private static let remembered = 4_096

    private struct Latest {
        let generation: UInt32
        let root: Root
    }

    private let swarm: SwarmID
    private var notaries: [UInt64: VerifyingKey] = [:]
    private var latest = RecencyTable<SegmentKey, Latest>(capacity: remembered)
    private var revoked = RecencyTable<SegmentKey, Void>(capacity: remembered)

    init(swarm: SwarmID) {
        self.swarm = swarm
    }

    /// Whether anybody's signature would count.
    var hasNotary: Bool { !notaries.isEmpty }

    /// Takes the notary keys of a tracker's welcome.
    mutating func trust(_ keys: [Bytes32]) {
        notaries = Dictionary(
            keys.map { ($0.prefix64, VerifyingKey($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// No attestation of the segment counts any more, whoever shows it.
    mutating func revoke(_ key: SegmentKey) { revoked.setValue((), forKey: key) }

    /// What is valid takes the place of all that was attested of the segment before.
    mutating func verdict(
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
        guard isInDate, revoked.value(forKey: key) == nil, isLatest(attestation) else {
            return .unusable
        }
        return .valid
    }

    private mutating func isLatest(_ attestation: Attestation) -> Bool {
        if let known = latest.value(forKey: attestation.key),
            attestation.generation < known.generation
        {
            // An older word on the same bytes is as good.
            return attestation.root == known.root
        }
        latest.setValue(
            Latest(generation: attestation.generation, root: attestation.root),
            forKey: attestation.key)
        return true
    }
}
