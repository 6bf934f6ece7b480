import Crypto
import Manifests
import Primitives
import TrackerWire

/// Decides what the whole leaf list of a peer proves.
///
/// A root of a list that is believed beats whatever a notary says of the segment.
struct LeavesCheck: Sendable {
    enum Verdict: Sendable {
        case proves(SegmentProof)
        /// Nobody whom we believe vouches for it, which need not be the sender's fault.
        case unusable
        /// A list that we have not vouches for it.
        case unknownList
        /// It is not what it claims to be: whoever sent it is at fault.
        case forged
    }

    var attestations: AttestationCheck
    var vouched: VouchedRoots?

    init(swarm: SwarmID) {
        attestations = AttestationCheck(swarm: swarm)
    }

    mutating func verdict(
        on sent: LeavesCollector, for key: SegmentKey, unixTime now: UInt64
    ) -> Verdict {
        let attested = attestedVerdict(on: sent, for: key, unixTime: now)
        guard let vouched, let truth = vouched[key] else { return attested }
        let note = ListNote(list: vouched.list, key: key)
        guard let geometry = ChunkGeometry(length: truth.length),
            HashTree.root(leaves: sent.leaves, length: truth.length) == truth.root
        else { return ListNote(sent.attestation) == note ? .forged : attested.withoutProof }
        let isAttested = if case .proves = attested { true } else { false }
        // What is passed on has to be good for whoever gets it.
        return .proves(
            SegmentProof(
                attestation: isAttested ? sent.attestation : note.bytes,
                root: truth.root, geometry: geometry, leaves: sent.leaves))
    }

    /// What it is worth by the word of a notary.
    private mutating func attestedVerdict(
        on sent: LeavesCollector, for key: SegmentKey, unixTime now: UInt64
    ) -> Verdict {
        guard ListNote(sent.attestation) == nil else { return .unknownList }
        let attestation: Attestation
        do throws(WireError) {
            attestation = try Attestation(decoding: sent.attestation.span)
        } catch {
            return .forged
        }
        switch attestations.verdict(on: attestation, for: key, unixTime: now) {
        case .valid: break
        case .unusable: return .unusable
        case .forged: return .forged
        }
        guard let geometry = ChunkGeometry(length: Int(attestation.length)),
            sent.leaves.count == geometry.chunkCount,
            HashTree.root(leaves: sent.leaves, length: geometry.length) == attestation.root
        else { return .forged }
        return .proves(
            SegmentProof(
                attestation: sent.attestation, root: attestation.root, geometry: geometry,
                leaves: sent.leaves))
    }
}

extension LeavesCheck.Verdict {
    /// The same where something better says that the root is another.
    fileprivate var withoutProof: LeavesCheck.Verdict {
        switch self {
        case .proves, .unusable, .unknownList: .unusable
        case .forged: .forged
        }
    }
}
