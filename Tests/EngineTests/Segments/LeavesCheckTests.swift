import Crypto
import PeerWire
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// What a peer's leaves are worth, with and without a list of roots.
@Suite struct LeavesCheckTests {
    private static let now: UInt64 = 1_800_000_000
    private static let notary = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))
    private static let stranger = SigningKey(seed: Bytes32(words: (5, 6, 7, 8)))
    private static let swarm = SwarmID(Bytes32(words: (1, 1, 1, 1)))
    private static let name = "1.ts"

    /// What a check said, in words that compare.
    private enum Said: Hashable {
        case proves(attestation: [UInt8], Root)
        case unusable
        case unknownList
        case forged
    }

    private let truth: TestSegment
    private let other: TestSegment
    private let key: SegmentKey
    private let vouched: VouchedRoots

    init() throws {
        truth = try TestSegment(length: 100_000, seed: 1)
        other = try TestSegment(length: 100_000, seed: 2)
        key = try SampleRoots.key(Self.name)
        vouched = try SampleRoots.vouched([Self.name: truth])
    }

    private func attestation(
        of segment: TestSegment, by signer: SigningKey = notary, named: SigningKey = notary,
        for key: SegmentKey? = nil
    ) -> [UInt8] {
        Attestation(
            swarm: Self.swarm, key: key ?? self.key, length: UInt32(segment.length),
            root: segment.root, generation: 0, notBefore: UInt32(Self.now),
            notAfter: UInt32(Self.now) + 60, level: .viewers, k: 3,
            keyID: named.publicKey.value.prefix64, sign: signer.sign
        ).encode()
    }

    private func note(_ list: Bytes32? = nil, for key: SegmentKey? = nil) -> [UInt8] {
        ListNote(list: list ?? vouched.list, key: key ?? self.key).bytes
    }

    private func said(
        _ attestation: [UInt8], _ leaves: [Leaf], listed: Bool
    ) throws -> Said {
        var check = LeavesCheck(swarm: Self.swarm)
        check.attestations.trust([Self.notary.publicKey.value])
        if listed { check.vouched = vouched }
        let pages = LeavesPage.pages(
            segment: SegmentID(track: TrackID(1), number: 0), attestation: attestation,
            leaves: leaves)
        let first = try #require(pages.first)
        var collector = LeavesCollector(first: first)
        for page in pages { _ = collector.add(page) }
        switch check.verdict(on: collector, for: key, unixTime: Self.now) {
        case .proves(let proof): return .proves(attestation: proof.attestation, proof.root)
        case .unusable: return .unusable
        case .unknownList: return .unknownList
        case .forged: return .forged
        }
    }

    @Test func `without a list a notary's word is needed, and another's list is nothing`() throws {
        let word = attestation(of: truth)
        #expect(
            try said(word, truth.leaves, listed: false)
                == .proves(attestation: word, truth.root))
        #expect(try said(word, other.leaves, listed: false) == .forged)
        #expect(
            try said(attestation(of: truth, by: Self.stranger), truth.leaves, listed: false)
                == .forged)
        #expect(try said(note(), truth.leaves, listed: false) == .unknownList)
    }

    @Test func `with a list no notary is needed`() throws {
        #expect(
            try said(note(), truth.leaves, listed: true)
                == .proves(attestation: note(), truth.root))
        // What another list says that agrees is as good.
        #expect(
            try said(note(Bytes32(words: (9, 9, 9, 9))), truth.leaves, listed: true)
                == .proves(attestation: note(), truth.root))
    }

    @Test func `the list beats what a notary signs, and blames nobody for that`() throws {
        #expect(try said(attestation(of: other), other.leaves, listed: true) == .unusable)
        let foreign = attestation(of: other, by: Self.stranger, named: Self.stranger)
        #expect(try said(foreign, other.leaves, listed: true) == .unusable)
    }

    @Test func `leaves under our own list that are not its own are forged`() throws {
        #expect(try said(note(), other.leaves, listed: true) == .forged)
        #expect(try said(note(), Array(truth.leaves.dropLast()), listed: true) == .forged)
    }

    @Test func `a peer with another list, or other numbers, is not to blame`() throws {
        #expect(
            try said(note(Bytes32(words: (9, 9, 9, 9))), other.leaves, listed: true) == .unusable)
        let elsewhere = try SampleRoots.key("2.ts")
        #expect(try said(note(for: elsewhere), other.leaves, listed: true) == .unusable)
    }

    @Test func `forged attestations stay forged where the leaves are wrong, too`() throws {
        let forged = attestation(of: other, by: Self.stranger)
        #expect(try said(forged, other.leaves, listed: true) == .forged)
        let nonsense = [UInt8](repeating: 1, count: LeavesPage.attestationSize)
        #expect(try said(nonsense, other.leaves, listed: true) == .forged)
    }

    @Test func `only what is good for others is passed on`() throws {
        let forged = attestation(of: truth, by: Self.stranger)
        #expect(
            try said(forged, truth.leaves, listed: true)
                == .proves(attestation: note(), truth.root))
        let word = attestation(of: truth)
        #expect(
            try said(word, truth.leaves, listed: true)
                == .proves(attestation: word, truth.root))
    }

    @Test func `a note is read as it was written, and nothing else is one`() {
        #expect(ListNote(note()) == ListNote(list: vouched.list, key: key))
        #expect(note().count == LeavesPage.attestationSize)
        #expect(ListNote(attestation(of: truth)) == nil)
        #expect(ListNote(Array(note().dropLast())) == nil)
        var other = note()
        other[187] = 1
        #expect(ListNote(other) == nil)
    }
}
