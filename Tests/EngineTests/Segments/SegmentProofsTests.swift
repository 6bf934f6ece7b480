import Crypto
import EventLoop
import Glibc
import IOTestSupport
import PeerWire
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// Where a proof may come from, and what becomes of one that does not hold.
@Suite(.timeLimit(.minutes(1))) struct SegmentProofsTests {
    private static let notary = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))
    private static let swarm = SwarmID(Bytes32(words: (1, 1, 1, 1)))
    private static let key = SegmentKey(Bytes32(words: (2, 2, 2, 2)))
    private static let segment = SegmentID(track: TrackID(1), number: 0)
    private static let peer = PeerID(Bytes32(words: (3, 3, 3, 3)))

    /// What the proofs said, in words that compare.
    private enum Said: Hashable, Sendable {
        case proven(by: PeerID?)
        case unavailable
        case forged
        case unshareable
        case reported(Root)
    }

    private struct Bench: Sendable {
        let loop: UVEventLoop
        let store: SegmentStore
        let proofs: SegmentProofs
        let said = Log<Said>()

        init(_ loop: UVEventLoop) {
            self.loop = loop
            store = SegmentStore(budget: 1 << 30, on: loop)
            proofs = SegmentProofs(
                swarm: swarm, store: store,
                links: SegmentProofs.Links(
                    key: { $0 == segment ? key : nil },
                    report: { [said] _, _, root in said.append(.reported(root)) },
                    onEvent: { [said] event in
                        switch event {
                        case .proven(_, _, let source): said.append(.proven(by: source))
                        case .unavailable: said.append(.unavailable)
                        case .forged: said.append(.forged)
                        case .unshareable: said.append(.unshareable)
                        }
                    }),
                on: loop)
        }

        /// The origin brought the whole segment.
        func fetched(_ bytes: [UInt8]) async throws {
            try await loop.run {
                let isWhole = store.assumeIsolated {
                    $0.lengthKnown(bytes.count, of: segment)
                        && $0.originWrote(bytes, at: 0, of: segment) != nil
                }
                #expect(isWhole)
                proofs.assumeIsolated { $0.fetched(segment) }
            }
            try await loop.until { !said.entries.isEmpty }
        }

        func gives(_ pages: [LeavesPage], asked: Bool = true) async {
            if asked { await proofs.asked(peer, for: segment) }
            for page in pages { await proofs.received(page, from: peer) }
        }
    }

    private static func run(_ body: (Bench) async throws -> Void) async throws {
        let loop = try UVEventLoop(name: "proofs")
        let bench = Bench(loop)
        await bench.proofs.start()
        await bench.proofs.trust([notary.publicKey.value])
        do {
            try await body(bench)
        } catch {
            await loop.shutdown()
            throw error
        }
        await bench.proofs.close()
        await loop.shutdown()
    }

    private static func attestation(of truth: TestSegment) -> Attestation {
        let now = UInt32(time(nil))
        return Attestation(
            swarm: swarm, key: key, length: UInt32(truth.length), root: truth.root, generation: 0,
            notBefore: now - 10, notAfter: now + 600, level: .viewers, k: 1,
            keyID: notary.publicKey.value.prefix64, sign: notary.sign)
    }

    private static func pages(of truth: TestSegment) -> [LeavesPage] {
        LeavesPage.pages(
            segment: segment, attestation: attestation(of: truth).encode(), leaves: truth.leaves)
    }

    @Test func `a peer's leaves are taken when they add up to an attested root`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            await bench.gives(Self.pages(of: truth))
            #expect(bench.said.entries == [.proven(by: Self.peer)])
            #expect(await bench.store.proof(of: Self.segment)?.root == truth.root)
        }
    }

    @Test func `what nobody asked for is not looked at`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            await bench.gives(Self.pages(of: truth), asked: false)
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: Self.segment) == nil)
            await bench.gives(Self.pages(of: truth) + Self.pages(of: truth))
            #expect(bench.said.entries == [.proven(by: Self.peer)])
        }
    }

    @Test func `leaves of a peer that has left are void`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            await bench.proofs.asked(Self.peer, for: Self.segment)
            await bench.proofs.peerLeft(Self.peer)
            await bench.gives(Self.pages(of: truth), asked: false)
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `our own fetch is reported, and proven by the notary's word`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes)
            #expect(bench.said.takeAll() == [.reported(truth.root)])
            await bench.proofs.attested(Self.attestation(of: truth))
            #expect(bench.said.takeAll() == [.proven(by: nil)])
            #expect(await bench.store.isOffered(Self.segment))
            await bench.proofs.attested(Self.attestation(of: truth))
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `what the notary has not vouched for is reported again`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes)
            await bench.proofs.reportAgain()
            #expect(bench.said.entries == [.reported(truth.root), .reported(truth.root)])
        }
    }

    @Test func `a notary that vouches for other bytes makes the segment ours alone`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes)
            _ = bench.said.takeAll()
            await bench.proofs.attested(Self.attestation(of: other))
            #expect(bench.said.entries == [.unshareable])
            #expect(await !bench.store.isOffered(Self.segment))
        }
    }

    @Test func `leaves that contradict what the origin brought are nobody's fault`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes)
            _ = bench.said.takeAll()
            await bench.gives(Self.pages(of: other))
            #expect(bench.said.entries == [.unshareable])
            #expect(await bench.store.wholeCopy(of: Self.segment) == truth.bytes)
            #expect(await bench.store.proof(of: Self.segment) == nil)
        }
    }

    @Test func `an attestation that nobody asked for changes nothing`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            await bench.proofs.attested(Self.attestation(of: truth))
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: Self.segment) == nil)
        }
    }
}
