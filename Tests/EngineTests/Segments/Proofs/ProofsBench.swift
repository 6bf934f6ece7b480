import Crypto
import EventLoop
import Glibc
import IOTestSupport
import Manifests
import Origin
import PeerWire
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// Proofs of one segment by themselves, and what they said.
struct ProofsBench: Sendable {
    static let notary = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))
    static let swarm = SwarmID(Bytes32(words: (1, 1, 1, 1)))
    static let name = "1.ts"
    static let key: SegmentKey = {
        guard let uri = ResolvedURI("http://cdn/film/\(name)") else {
            preconditionFailure("a URI that is none")
        }
        return SampleRoots.keys.segment(at: uri)
    }()
    static let segment = SegmentID(track: TrackID(1), number: 0)
    static let peer = PeerID(Bytes32(words: (3, 3, 3, 3)))

    /// What the proofs said, in words that compare.
    enum Said: Hashable, Sendable {
        case proven(by: PeerID?)
        case unavailable
        case forged
        case unshareable
        case unusable
        case reported(Root)
        case disputed
    }

    let loop: UVEventLoop
    let store: SegmentStore
    let proofs: SegmentProofs
    let said = Log<Said>()

    init(_ loop: UVEventLoop, expectsRoots: Bool) {
        self.loop = loop
        store = SegmentStore(budget: MemoryBudget(1 << 30), on: loop)
        proofs = SegmentProofs(
            swarm: Self.swarm, store: store, expectsRoots: expectsRoots,
            links: SegmentProofs.Links(
                key: { $0 == Self.segment ? Self.key : nil },
                report: { [said] _, _, root in said.append(.reported(root)) },
                onEvent: { [said] event in
                    switch event {
                    case .proven(_, _, let source): said.append(.proven(by: source))
                    case .unavailable: said.append(.unavailable)
                    case .forged: said.append(.forged)
                    case .unshareable: said.append(.unshareable)
                    case .unusable: said.append(.unusable)
                    case .disputed: said.append(.disputed)
                    }
                }),
            on: loop)
    }

    /// The origin brought the whole segment.
    func fetched(
        _ bytes: [UInt8], isQuarantined: Bool = false, digest: ReprDigest? = nil
    ) async throws {
        try await loop.run {
            let isWhole = store.assumeIsolated {
                $0.lengthKnown(bytes.count, of: Self.segment)
                    && $0.originWrote(bytes, at: 0, of: Self.segment) != nil
            }
            #expect(isWhole)
            proofs.assumeIsolated {
                $0.fetched(Self.segment, isQuarantined: isQuarantined, digest: digest)
            }
        }
        try await loop.until { !said.entries.isEmpty }
    }

    /// The disk brought the whole segment, and what vouched for it.
    func restored(_ truth: TestSegment, _ attestation: [UInt8]) async throws {
        try await loop.run {
            let missing = unsafe truth.bytes.withUnsafeBytes { bytes in
                unsafe store.assumeIsolated { [bytes = BorrowedBytes(bytes)] in
                    $0.restore(bytes, of: Self.segment)
                }
            }
            #expect(missing == truth.length)
            proofs.assumeIsolated {
                $0.restored(Self.segment, attestation: attestation, leaves: truth.leaves)
            }
        }
    }

    func gives(_ pages: [LeavesPage], asked: Bool = true) async {
        if asked { await proofs.asked(Self.peer, for: Self.segment) }
        for page in pages { await proofs.received(page, from: Self.peer) }
    }

    static func run(
        expectsRoots: Bool = false, trusting notaries: [SigningKey] = [notary],
        _ body: (ProofsBench) async throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "proofs")
        let bench = ProofsBench(loop, expectsRoots: expectsRoots)
        await bench.proofs.start()
        if !notaries.isEmpty { await bench.proofs.trust(notaries.map(\.publicKey.value)) }
        do {
            try await body(bench)
        } catch {
            await loop.shutdown()
            throw error
        }
        await bench.proofs.close()
        await loop.shutdown()
    }

    static func attestation(of truth: TestSegment) -> Attestation {
        let now = UInt32(time(nil))
        return Attestation(
            swarm: swarm, key: key, length: UInt32(truth.length), root: truth.root, generation: 0,
            notBefore: now - 10, notAfter: now + 600, level: .viewers, k: 1,
            keyID: notary.publicKey.value.prefix64, sign: notary.sign)
    }

    static func pages(of truth: TestSegment) -> [LeavesPage] {
        LeavesPage.pages(
            segment: segment, attestation: attestation(of: truth).encode(), leaves: truth.leaves)
    }
}
