import Crypto
import IOTestSupport
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// What is quarantined is told of, and never offered.
@Suite(.timeLimit(.minutes(1))) struct QuarantineProofsTests {
    /// The store does not know of it: what is here now may be another copy.
    @Test func `what is quarantined is not proven by the notary's word on the same bytes`()
        async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes, isQuarantined: true)
            _ = bench.said.takeAll()
            await bench.proofs.attested(ProofsBench.attestation(of: truth))
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
        }
    }

    /// A notary that has forgotten the segment, or is a new one, asks for the bytes first.
    @Test func `what is quarantined is told until the notary has answered, and can be shown`()
        async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let nonce = Bytes32(words: (6, 7, 1, 1))
        let challenge = Challenge(swarm: ProofsBench.swarm, key: ProofsBench.key, nonce: nonce)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes, isQuarantined: true)
            #expect(await bench.proofs.answer(to: challenge) != nil)
            await bench.proofs.reportAgain()
            #expect(bench.said.takeAll() == [.reported(truth.root), .reported(truth.root)])
            await bench.proofs.revoked(ProofsBench.key)
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `what the notary has taken back is not taken from a peer any more`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            await bench.proofs.revoked(ProofsBench.key)
            await bench.gives(ProofsBench.pages(of: truth))
            #expect(bench.said.entries == [.unavailable])
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
        }
    }

    @Test func `what is quarantined is told to the notary, and no answer helps it`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            try await bench.loop.run {
                bench.store.assumeIsolated { $0.restart(ProofsBench.segment) }
            }
            try await bench.fetched(truth.bytes, isQuarantined: true)
            #expect(bench.said.takeAll() == [.reported(truth.root)])
            await bench.proofs.attested(ProofsBench.attestation(of: truth))
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
        }
    }
}
