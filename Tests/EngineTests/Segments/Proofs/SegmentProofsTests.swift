import Crypto
import IOTestSupport
import Origin
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// Where a proof may come from, and what becomes of one that does not hold.
@Suite(.timeLimit(.minutes(1))) struct SegmentProofsTests {
    @Test func `a peer's leaves are taken when they add up to an attested root`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            await bench.gives(ProofsBench.pages(of: truth))
            #expect(bench.said.entries == [.proven(by: ProofsBench.peer)])
            #expect(await bench.store.proof(of: ProofsBench.segment)?.root == truth.root)
        }
    }

    @Test func `what nobody asked for is not looked at`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            await bench.gives(ProofsBench.pages(of: truth), asked: false)
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
            await bench.gives(ProofsBench.pages(of: truth) + ProofsBench.pages(of: truth))
            #expect(bench.said.entries == [.proven(by: ProofsBench.peer)])
        }
    }

    @Test func `leaves of a peer that has left are void`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            await bench.proofs.asked(ProofsBench.peer, for: ProofsBench.segment)
            await bench.proofs.peerLeft(ProofsBench.peer)
            await bench.gives(ProofsBench.pages(of: truth), asked: false)
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `our own fetch is reported, and proven by the notary's word`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes)
            #expect(bench.said.takeAll() == [.reported(truth.root)])
            await bench.proofs.attested(ProofsBench.attestation(of: truth))
            #expect(bench.said.takeAll() == [.proven(by: nil)])
            #expect(await bench.store.isOffered(ProofsBench.segment))
            await bench.proofs.attested(ProofsBench.attestation(of: truth))
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `what the notary has not vouched for is reported again`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes)
            await bench.proofs.reportAgain()
            #expect(bench.said.entries == [.reported(truth.root), .reported(truth.root)])
        }
    }

    @Test func `a notary that vouches for other bytes makes the segment ours alone`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes)
            _ = bench.said.takeAll()
            await bench.proofs.attested(ProofsBench.attestation(of: other))
            #expect(bench.said.entries == [.unshareable])
            #expect(await !bench.store.isOffered(ProofsBench.segment))
        }
    }

    @Test func `leaves that contradict what the origin brought are nobody's fault`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes)
            _ = bench.said.takeAll()
            await bench.gives(ProofsBench.pages(of: other))
            #expect(bench.said.entries == [.unshareable])
            #expect(await bench.store.wholeCopy(of: ProofsBench.segment) == truth.bytes)
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
        }
    }

    @Test func `an attestation that nobody asked for changes nothing`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            await bench.proofs.attested(ProofsBench.attestation(of: truth))
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
        }
    }

    @Test func `a challenge is answered by the bytes of two chunks, while they are here`()
        async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        // Of four chunks the third and the last, which is shorter.
        let nonce = Bytes32(words: (6, 7, 1, 1))
        let challenge = Challenge(swarm: ProofsBench.swarm, key: ProofsBench.key, nonce: nonce)
        try await ProofsBench.run { bench in
            #expect(await bench.proofs.answer(to: challenge) == nil)
            try await bench.fetched(truth.bytes)
            let answer = await bench.proofs.answer(to: challenge)
            #expect(answer == keyedHash(key: nonce, truth.chunk(2) + truth.chunk(3)))
            let other = Challenge(
                swarm: ProofsBench.swarm, key: SegmentKey(Bytes32(words: (9, 9, 9, 9))),
                nonce: nonce)
            #expect(await bench.proofs.answer(to: other) == nil)
            await bench.store.remove(ProofsBench.segment)
            #expect(await bench.proofs.answer(to: challenge) == nil)
        }
    }

    @Test func `what has not its origin's own digest is not reported`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let right = unsafe truth.bytes.withUnsafeBytes { unsafe sha256($0) }
        let wrong = Bytes32(words: (right.words.0, right.words.1, right.words.2, ~right.words.3))
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes, digest: ReprDigest(sha256: wrong))
            #expect(bench.said.entries == [.disputed])
        }
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes, digest: ReprDigest(sha256: right))
            #expect(bench.said.entries == [.reported(truth.root)])
        }
    }
}
