import Crypto
import IOTestSupport
import Manifests
import PeerWire
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// What a list of roots proves, and what it takes back.
@Suite(.timeLimit(.minutes(1))) struct RootListProofsTests {
    private static func vouched(_ truth: TestSegment) throws -> VouchedRoots {
        try SampleRoots.vouched([ProofsBench.name: truth])
    }

    private static func notePages(
        of truth: TestSegment, list: VouchedRoots
    ) -> [LeavesPage] {
        LeavesPage.pages(
            segment: ProofsBench.segment,
            attestation: ListNote(list: list.list, key: ProofsBench.key).bytes,
            leaves: truth.leaves)
    }

    @Test func `our own fetch is proven by a list alone, and not reported`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let roots = try Self.vouched(truth)
        try await ProofsBench.run { bench in
            await bench.proofs.use(roots)
            try await bench.fetched(truth.bytes)
            #expect(bench.said.entries == [.proven(by: nil)])
            let proof = try #require(await bench.store.proof(of: ProofsBench.segment))
            #expect(ListNote(proof.attestation) == ListNote(list: roots.list, key: ProofsBench.key))
        }
    }

    @Test func `a list that comes late proves what the notary has not vouched for`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            try await bench.fetched(truth.bytes)
            #expect(bench.said.takeAll() == [.reported(truth.root)])
            await bench.proofs.use(try Self.vouched(truth))
            #expect(bench.said.takeAll() == [.proven(by: nil)])
            await bench.proofs.reportAgain()
            await bench.proofs.attested(ProofsBench.attestation(of: truth))
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `the origin's bytes that a list contradicts are kept, reported, and never offered`(
        _ isLate: Bool
    ) async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await ProofsBench.run { bench in
            if !isLate { await bench.proofs.use(try Self.vouched(truth)) }
            try await bench.fetched(other.bytes)
            if isLate { await bench.proofs.use(try Self.vouched(truth)) }
            #expect(Set(bench.said.takeAll()) == [.disputed, .reported(other.root)])
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
            #expect(await bench.store.wholeCopy(of: ProofsBench.segment) == other.bytes)
            // Three reporters may agree on it: for us it stays what the list contradicts.
            await bench.proofs.attested(ProofsBench.attestation(of: other))
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: ProofsBench.segment) == nil)
        }
    }

    @Test func `a list takes back what a notary has signed otherwise`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await ProofsBench.run { bench in
            await bench.gives(ProofsBench.pages(of: other))
            #expect(bench.said.takeAll() == [.proven(by: ProofsBench.peer)])
            await bench.proofs.use(try Self.vouched(truth))
            #expect(bench.said.entries == [.unshareable])
        }
    }

    @Test func `a list leaves alone what a notary has signed as it says`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await ProofsBench.run { bench in
            await bench.gives(ProofsBench.pages(of: truth))
            #expect(bench.said.takeAll() == [.proven(by: ProofsBench.peer)])
            await bench.proofs.use(try Self.vouched(truth))
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `leaves under a list are kept until it is here`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let roots = try Self.vouched(truth)
        try await ProofsBench.run(expectsRoots: true) { bench in
            await bench.gives(Self.notePages(of: truth, list: roots))
            #expect(bench.said.entries.isEmpty)
            await bench.proofs.use(roots)
            #expect(bench.said.entries == [.proven(by: ProofsBench.peer)])
        }
    }

    @Test func `leaves under a list are of no use where there is none`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let pages = Self.notePages(of: truth, list: try Self.vouched(truth))
        try await ProofsBench.run(expectsRoots: true) { bench in
            await bench.gives(pages)
            await bench.proofs.use(nil)
            #expect(bench.said.takeAll() == [.unavailable])
            await bench.gives(pages)
            #expect(bench.said.entries == [.unavailable])
        }
        try await ProofsBench.run { bench in
            await bench.gives(pages)
            #expect(bench.said.entries == [.unavailable])
        }
    }

    @Test func `leaves of a peer that left before the list came are void`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let roots = try Self.vouched(truth)
        try await ProofsBench.run(expectsRoots: true) { bench in
            await bench.gives(Self.notePages(of: truth, list: roots))
            await bench.proofs.peerLeft(ProofsBench.peer)
            await bench.proofs.use(roots)
            #expect(bench.said.entries.isEmpty)
        }
    }
}
