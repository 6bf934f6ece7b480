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

/// Where a proof may come from, and what becomes of one that does not hold.
@Suite(.timeLimit(.minutes(1))) struct SegmentProofsTests {
    private static let notary = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))
    private static let swarm = SwarmID(Bytes32(words: (1, 1, 1, 1)))
    private static let name = "1.ts"
    private static let key: SegmentKey = {
        guard let uri = ResolvedURI("http://cdn/film/\(name)") else {
            preconditionFailure("a URI that is none")
        }
        return SampleRoots.keys.segment(at: uri)
    }()
    private static let segment = SegmentID(track: TrackID(1), number: 0)
    private static let peer = PeerID(Bytes32(words: (3, 3, 3, 3)))

    /// What the proofs said, in words that compare.
    private enum Said: Hashable, Sendable {
        case proven(by: PeerID?)
        case unavailable
        case forged
        case unshareable
        case unusable
        case reported(Root)
        case disputed
    }

    private struct Bench: Sendable {
        let loop: UVEventLoop
        let store: SegmentStore
        let proofs: SegmentProofs
        let said = Log<Said>()

        init(_ loop: UVEventLoop, expectsRoots: Bool) {
            self.loop = loop
            store = SegmentStore(budget: MemoryBudget(1 << 30), on: loop)
            proofs = SegmentProofs(
                swarm: swarm, store: store, expectsRoots: expectsRoots,
                links: SegmentProofs.Links(
                    key: { $0 == segment ? key : nil },
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
                    $0.lengthKnown(bytes.count, of: segment)
                        && $0.originWrote(bytes, at: 0, of: segment) != nil
                }
                #expect(isWhole)
                proofs.assumeIsolated {
                    $0.fetched(segment, isQuarantined: isQuarantined, digest: digest)
                }
            }
            try await loop.until { !said.entries.isEmpty }
        }

        /// The disk brought the whole segment, and what vouched for it.
        func restored(_ truth: TestSegment, _ attestation: [UInt8]) async throws {
            try await loop.run {
                let missing = unsafe truth.bytes.withUnsafeBytes { bytes in
                    unsafe store.assumeIsolated { [bytes = BorrowedBytes(bytes)] in
                        $0.restore(bytes, of: segment)
                    }
                }
                #expect(missing == truth.length)
                proofs.assumeIsolated {
                    $0.restored(segment, attestation: attestation, leaves: truth.leaves)
                }
            }
        }

        func gives(_ pages: [LeavesPage], asked: Bool = true) async {
            if asked { await proofs.asked(peer, for: segment) }
            for page in pages { await proofs.received(page, from: peer) }
        }
    }

    private static func run(
        expectsRoots: Bool = false, trusting notaries: [SigningKey] = [notary],
        _ body: (Bench) async throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "proofs")
        let bench = Bench(loop, expectsRoots: expectsRoots)
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

    // MARK: - From the disk

    @Test func `what the disk brings is proven again, as a peer's leaves are`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            try await bench.restored(truth, Self.attestation(of: truth).encode())
            #expect(bench.said.entries == [.proven(by: nil)])
            #expect(await bench.store.isOffered(Self.segment))
        }
    }

    @Test func `it is not offered before the notary is known, and then it is`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run(trusting: []) { bench in
            try await bench.restored(truth, Self.attestation(of: truth).encode())
            #expect(bench.said.entries.isEmpty)
            #expect(await !bench.store.isOffered(Self.segment))
            await bench.proofs.trust([Self.notary.publicKey.value])
            #expect(bench.said.entries == [.proven(by: nil)])
            #expect(await bench.store.isOffered(Self.segment))
        }
    }

    @Test func `what is forgotten meanwhile is not proven`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run(trusting: []) { bench in
            try await bench.restored(truth, Self.attestation(of: truth).encode())
            await bench.proofs.forget(Self.segment)
            await bench.proofs.trust([Self.notary.publicKey.value])
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `what a notary of another time, or nobody, has signed is not offered`() async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let stranger = SigningKey(seed: Bytes32(words: (4, 3, 2, 1)))
        try await Self.run(trusting: [stranger]) { bench in
            try await bench.restored(truth, Self.attestation(of: truth).encode())
            #expect(bench.said.entries == [.unusable])
        }
        try await Self.run { bench in
            var forged = Self.attestation(of: truth).encode()
            forged[180] ^= 1
            try await bench.restored(truth, forged)
            #expect(bench.said.entries == [.unusable])
            #expect(await !bench.store.isOffered(Self.segment))
        }
    }

    // MARK: - From a peer

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

    @Test func `a challenge is answered by the bytes of two chunks, while they are here`()
        async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        // Of four chunks the third and the last, which is shorter.
        let nonce = Bytes32(words: (6, 7, 1, 1))
        let challenge = Challenge(swarm: Self.swarm, key: Self.key, nonce: nonce)
        try await Self.run { bench in
            #expect(await bench.proofs.answer(to: challenge) == nil)
            try await bench.fetched(truth.bytes)
            let answer = await bench.proofs.answer(to: challenge)
            #expect(answer == keyedHash(key: nonce, truth.chunk(2) + truth.chunk(3)))
            let other = Challenge(
                swarm: Self.swarm, key: SegmentKey(Bytes32(words: (9, 9, 9, 9))), nonce: nonce)
            #expect(await bench.proofs.answer(to: other) == nil)
            await bench.store.remove(Self.segment)
            #expect(await bench.proofs.answer(to: challenge) == nil)
        }
    }

    @Test func `what has not its origin's own digest is not reported`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let right = unsafe truth.bytes.withUnsafeBytes { unsafe sha256($0) }
        let wrong = Bytes32(words: (right.words.0, right.words.1, right.words.2, ~right.words.3))
        try await Self.run { bench in
            try await bench.fetched(truth.bytes, digest: ReprDigest(sha256: wrong))
            #expect(bench.said.entries == [.disputed])
        }
        try await Self.run { bench in
            try await bench.fetched(truth.bytes, digest: ReprDigest(sha256: right))
            #expect(bench.said.entries == [.reported(truth.root)])
        }
    }

    // MARK: - With a list of roots

    private static func vouched(_ truth: TestSegment) throws -> VouchedRoots {
        try SampleRoots.vouched([name: truth])
    }

    private static func notePages(
        of truth: TestSegment, list: VouchedRoots
    ) -> [LeavesPage] {
        LeavesPage.pages(
            segment: segment, attestation: ListNote(list: list.list, key: key).bytes,
            leaves: truth.leaves)
    }

    @Test func `our own fetch is proven by a list alone, and not reported`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let roots = try Self.vouched(truth)
        try await Self.run { bench in
            await bench.proofs.use(roots)
            try await bench.fetched(truth.bytes)
            #expect(bench.said.entries == [.proven(by: nil)])
            let proof = try #require(await bench.store.proof(of: Self.segment))
            #expect(ListNote(proof.attestation) == ListNote(list: roots.list, key: Self.key))
        }
    }

    @Test func `a list that comes late proves what the notary has not vouched for`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes)
            #expect(bench.said.takeAll() == [.reported(truth.root)])
            await bench.proofs.use(try Self.vouched(truth))
            #expect(bench.said.takeAll() == [.proven(by: nil)])
            await bench.proofs.reportAgain()
            await bench.proofs.attested(Self.attestation(of: truth))
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `the origin's bytes that a list contradicts are kept, reported, and never offered`(
        _ isLate: Bool
    ) async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await Self.run { bench in
            if !isLate { await bench.proofs.use(try Self.vouched(truth)) }
            try await bench.fetched(other.bytes)
            if isLate { await bench.proofs.use(try Self.vouched(truth)) }
            #expect(Set(bench.said.takeAll()) == [.disputed, .reported(other.root)])
            #expect(await bench.store.proof(of: Self.segment) == nil)
            #expect(await bench.store.wholeCopy(of: Self.segment) == other.bytes)
            // Three reporters may agree on it: for us it stays what the list contradicts.
            await bench.proofs.attested(Self.attestation(of: other))
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: Self.segment) == nil)
        }
    }

    @Test func `a list takes back what a notary has signed otherwise`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let other = try TestSegment(length: 100_000, seed: 2)
        try await Self.run { bench in
            await bench.gives(Self.pages(of: other))
            #expect(bench.said.takeAll() == [.proven(by: Self.peer)])
            await bench.proofs.use(try Self.vouched(truth))
            #expect(bench.said.entries == [.unshareable])
        }
    }

    @Test func `a list leaves alone what a notary has signed as it says`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            await bench.gives(Self.pages(of: truth))
            #expect(bench.said.takeAll() == [.proven(by: Self.peer)])
            await bench.proofs.use(try Self.vouched(truth))
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `leaves under a list are kept until it is here`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let roots = try Self.vouched(truth)
        try await Self.run(expectsRoots: true) { bench in
            await bench.gives(Self.notePages(of: truth, list: roots))
            #expect(bench.said.entries.isEmpty)
            await bench.proofs.use(roots)
            #expect(bench.said.entries == [.proven(by: Self.peer)])
        }
    }

    @Test func `leaves under a list are of no use where there is none`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let pages = Self.notePages(of: truth, list: try Self.vouched(truth))
        try await Self.run(expectsRoots: true) { bench in
            await bench.gives(pages)
            await bench.proofs.use(nil)
            #expect(bench.said.takeAll() == [.unavailable])
            await bench.gives(pages)
            #expect(bench.said.entries == [.unavailable])
        }
        try await Self.run { bench in
            await bench.gives(pages)
            #expect(bench.said.entries == [.unavailable])
        }
    }

    @Test func `leaves of a peer that left before the list came are void`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let roots = try Self.vouched(truth)
        try await Self.run(expectsRoots: true) { bench in
            await bench.gives(Self.notePages(of: truth, list: roots))
            await bench.proofs.peerLeft(Self.peer)
            await bench.proofs.use(roots)
            #expect(bench.said.entries.isEmpty)
        }
    }

    /// The store does not know of it: what is here now may be another copy.
    @Test func `what is quarantined is not proven by the notary's word on the same bytes`()
        async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes, isQuarantined: true)
            _ = bench.said.takeAll()
            await bench.proofs.attested(Self.attestation(of: truth))
            #expect(bench.said.entries.isEmpty)
            #expect(await bench.store.proof(of: Self.segment) == nil)
        }
    }

    /// A notary that has forgotten the segment, or is a new one, asks for the bytes first.
    @Test func `what is quarantined is told until the notary has answered, and can be shown`()
        async throws
    {
        let truth = try TestSegment(length: 100_000, seed: 1)
        let nonce = Bytes32(words: (6, 7, 1, 1))
        let challenge = Challenge(swarm: Self.swarm, key: Self.key, nonce: nonce)
        try await Self.run { bench in
            try await bench.fetched(truth.bytes, isQuarantined: true)
            #expect(await bench.proofs.answer(to: challenge) != nil)
            await bench.proofs.reportAgain()
            #expect(bench.said.takeAll() == [.reported(truth.root), .reported(truth.root)])
            await bench.proofs.revoked(Self.key)
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
        }
    }

    @Test func `what the notary has taken back is not taken from a peer any more`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            await bench.proofs.revoked(Self.key)
            await bench.gives(Self.pages(of: truth))
            #expect(bench.said.entries == [.unavailable])
            #expect(await bench.store.proof(of: Self.segment) == nil)
        }
    }

    @Test func `what is quarantined is told to the notary, and no answer helps it`() async throws {
        let truth = try TestSegment(length: 100_000, seed: 1)
        try await Self.run { bench in
            try await bench.loop.run {
                bench.store.assumeIsolated { $0.restart(Self.segment) }
            }
            try await bench.fetched(truth.bytes, isQuarantined: true)
            #expect(bench.said.takeAll() == [.reported(truth.root)])
            await bench.proofs.attested(Self.attestation(of: truth))
            await bench.proofs.reportAgain()
            #expect(bench.said.entries.isEmpty)
        }
    }
}
