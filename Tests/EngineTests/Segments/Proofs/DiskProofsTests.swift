import Crypto
import IOTestSupport
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// What the disk brings is proven again.
@Suite(.timeLimit(.minutes(1))) struct DiskProofsTests {
    @Test func `what the disk brings is proven again, as a peer's leaves are`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            try await bench.restored(truth, ProofsBench.attestation(of: truth).encode())
            #expect(bench.said.entries == [.proven(by: nil)])
            #expect(await bench.store.isOffered(ProofsBench.segment))
        }
    }

    @Test func `it is not offered before the notary is known, and then it is`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run(trusting: []) { bench in
            try await bench.restored(truth, ProofsBench.attestation(of: truth).encode())
            #expect(bench.said.entries.isEmpty)
            #expect(await !bench.store.isOffered(ProofsBench.segment))
            await bench.proofs.trust([ProofsBench.notary.publicKey.value])
            #expect(bench.said.entries == [.proven(by: nil)])
            #expect(await bench.store.isOffered(ProofsBench.segment))
        }
    }

    @Test func `what is forgotten meanwhile is not proven`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run(trusting: []) { bench in
            try await bench.restored(truth, ProofsBench.attestation(of: truth).encode())
            await bench.proofs.forget(ProofsBench.segment)
            await bench.proofs.trust([ProofsBench.notary.publicKey.value])
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `what a notary of another time, or nobody, has signed is not offered`() async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let stranger = SigningKey(seed: Bytes32(words: (4, 3, 2, 1)))
        try await ProofsBench.run(trusting: [stranger]) { bench in
            try await bench.restored(truth, ProofsBench.attestation(of: truth).encode())
            #expect(bench.said.entries == [.unusable])
        }
        try await ProofsBench.run { bench in
            var forged = ProofsBench.attestation(of: truth).encode()
            forged[180] ^= 1
            try await bench.restored(truth, forged)
            #expect(bench.said.entries == [.unusable])
            #expect(await !bench.store.isOffered(ProofsBench.segment))
        }
    }
}
