import Crypto
import EventLoop
import Manifests
import Origin
import PeerWire
import Primitives
import SwarmCore
import TrackerWire

/// Obtains the proof of each segment: from a peer that has one, or by reporting to the notary.
actor SegmentProofs {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What this actor asks of the ones around it; all on the loop.
    struct Links: Sendable {
        let key: @Sendable (SegmentID) -> SegmentKey?
        let report: @Sendable (_ key: SegmentKey, _ length: UInt32, _ root: Root) -> Void
        let onEvent: @Sendable (Event) -> Void
    }

    enum Event: Sendable {
        /// The store holds the proof; `source` gave the leaves, or nil where they are our own.
        case proven(SegmentID, length: Int, source: PeerID?)
        /// The peer has no leaves that anybody vouches for.
        case unavailable(SegmentID, PeerID)
        /// The peer sent leaves that are false.
        case forged(SegmentID, PeerID)
        /// What is there is not what is attested; the peer is the one whose leaves showed it.
        case unshareable(SegmentID, PeerID?)
        /// What vouched for a segment when it was stored does not any more.
        case unusable(SegmentID)
        /// What the origin brought is not what a list that is believed, or its own digest, says.
        case disputed(SegmentID)
    }

    private struct Own {
        let segment: SegmentID
        let root: Root
        let leaves: [Leaf]
        let geometry: ChunkGeometry
        /// It is not to be shared, whatever the notary says: that is told what came, until it answers.
        var isQuarantined: Bool
    }

    private struct Source: Hashable {
        let segment: SegmentID
        let peer: PeerID
    }

    private nonisolated let loop: UVEventLoop
    private let store: SegmentStore
    private let links: Links
    private var check: LeavesCheck
    /// Whether a list of roots may still come: until then what it would vouch for is kept.
    private var expectsRoots: Bool
    /// Those of segments that came from the disk before it was known whom to believe.
    private var stored: [SegmentID: LeavesCollector] = [:]
    private var kept: [(list: LeavesCollector, source: Source)] = []
    /// So many leaf lists are kept at most, each of at most 256 KiB.
    private static let mostKept = 64
    /// Requests for leaves that have no answer yet; pages that nobody asked for are ignored.
    private var asked: Set<Source> = []
    private var collectors: [Source: LeavesCollector] = [:]
    /// Segments of our own fetch that nobody has vouched for yet.
    private var own: [SegmentKey: Own] = [:]
    private var unreported = Deque<SegmentKey>()
    /// Half of what the tracker takes from one client.
    private var pace: TokenBucket
    private var timer: LoopTimer?

    /// With `expectsRoots`, `use(_:)` has to be called once it is known whether there are any.
    init(
        swarm: SwarmID, store: SegmentStore, expectsRoots: Bool = false, links: Links,
        on loop: UVEventLoop
    ) {
        self.store = store
        self.links = links
        self.loop = loop
        self.expectsRoots = expectsRoots
        check = LeavesCheck(swarm: swarm)
        pace = TokenBucket(rate: 10, burst: 20, at: loop.now)
    }

    func start() {
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.report() } }
    }

    func close() { timer?.close() }

    func trust(_ notaryKeys: [Bytes32]) {
        check.attestations.trust(notaryKeys)
        judgeStored()
    }

    // MARK: - From a list of roots

    /// Takes roots that stand above a notary's in the place of those before, or learns that there are none.
    func use(_ roots: VouchedRoots?) {
        expectsRoots = false
        if let roots { check.vouched = roots }
        let waiting = kept
        kept = []
        for leaves in waiting { judge(leaves.list, leaves.source) }
        judgeStored()
        for (key, fetched) in own where !fetched.isQuarantined && isVouched(key) {
            own[key] = nil
            settle(fetched, key)
        }
        for (segment, proof) in store.assumeIsolated({ $0.proofs }) {
            guard let key = links.key(segment), let truth = check.vouched?[key],
                truth.root != proof.root
            else { continue }
            links.onEvent(.unshareable(segment, nil))
        }
    }

    /// Whether a list that is believed says what the segment is: what a notary says is of no account then.
    func isVouched(_ key: SegmentKey) -> Bool { check.vouched?[key] != nil }

    /// Whether there is such a list.
    var hasRoots: Bool { (check.vouched?.count ?? 0) > 0 }

    /// Holds a whole segment of our own fetch against the list.
    private func settle(_ fetched: Own, _ key: SegmentKey) {
        guard let vouched = check.vouched, let truth = vouched[key] else { return }
        guard truth.root == fetched.root else {
            links.onEvent(.disputed(fetched.segment))
            var fetched = fetched
            fetched.isQuarantined = true
            return enqueue(fetched, key)
        }
        prove(
            fetched.segment,
            SegmentProof(
                attestation: ListNote(list: vouched.list, key: key).bytes, root: fetched.root,
                geometry: fetched.geometry, leaves: fetched.leaves),
            source: nil)
    }

    // MARK: - From the disk

    /// A segment was read from the disk, and what vouched for it when it was stored.
    func restored(_ segment: SegmentID, attestation: [UInt8], leaves: [Leaf]) {
        stored[segment] = LeavesCollector(attestation: attestation, leaves: leaves)
        judgeStored()
    }

    /// The disk is believed no more than a peer, as soon as there is anybody to ask.
    private func judgeStored() {
        let isInformed = check.attestations.hasNotary && !expectsRoots
        let waiting = stored
        stored = [:]
        for (segment, list) in waiting {
            guard let key = links.key(segment) else { continue }
            switch check.verdict(on: list, for: key, unixTime: WallClock.unixSeconds) {
            case .proves(let proof): prove(segment, proof, source: nil)
            case .unusable where !isInformed, .unknownList where !isInformed:
                stored[segment] = list
            case .unusable, .unknownList, .forged: links.onEvent(.unusable(segment))
            }
        }
    }

    // MARK: - From a peer

    /// The answer to a request for leaves goes to this peer; earlier pages of it are void.
    func asked(_ peer: PeerID, for segment: SegmentID) {
        let source = Source(segment: segment, peer: peer)
        asked.insert(source)
        collectors[source] = nil
    }

    func peerLeft(_ peer: PeerID) {
        asked = asked.filter { $0.peer != peer }
        collectors = collectors.filter { $0.key.peer != peer }
        kept.removeAll { $0.source.peer == peer }
    }

    func received(_ page: LeavesPage, from peer: PeerID) {
        let source = Source(segment: page.segment, peer: peer)
        guard asked.contains(source) else { return }
        var collector = collectors.removeValue(forKey: source) ?? LeavesCollector(first: page)
        switch collector.add(page) {
        case .incomplete:
            collectors[source] = collector
        case .broken:
            asked.remove(source)
            links.onEvent(.forged(page.segment, peer))
        case .complete:
            asked.remove(source)
            judge(collector, source)
        }
    }

    private func judge(_ list: LeavesCollector, _ source: Source) {
        guard let key = links.key(source.segment) else {
            return links.onEvent(.unavailable(source.segment, source.peer))
        }
        switch check.verdict(on: list, for: key, unixTime: WallClock.unixSeconds) {
        case .proves(let proof):
            prove(source.segment, proof, source: source.peer)
        case .unknownList where expectsRoots && kept.count < Self.mostKept:
            kept.append((list, source))
        case .unusable, .unknownList:
            links.onEvent(.unavailable(source.segment, source.peer))
        case .forged:
            links.onEvent(.forged(source.segment, source.peer))
        }
    }

    // MARK: - From our own fetch

    /// A segment was fetched whole from the origin: hashes it, and reports its root.
    ///
    /// Not so where it does not have the digest that the origin itself gave: a cache on the way has it wrong.
    /// That takes no trust in who gave the digest, since it can only keep a segment from being shared.
    func fetched(_ segment: SegmentID, isQuarantined: Bool = false, digest: ReprDigest? = nil) {
        guard let held = store.assumeIsolated({ $0.held(segment) }),
            let geometry = ChunkGeometry(length: held.count), let key = links.key(segment)
        else { return }
        loop.runOnWorker({
            let agrees = digest.map { unsafe sha256(held.bytes) == $0.sha256 } ?? true
            return unsafe agrees ? HashTree.leaves(of: held.bytes) : []
        }) { [weak self] leaves in
            guard let root = HashTree.root(leaves: leaves, length: geometry.length) else {
                self?.assumeIsolated { $0.links.onEvent(.disputed(segment)) }
                return
            }
            let own = Own(
                segment: segment, root: root, leaves: leaves, geometry: geometry,
                isQuarantined: isQuarantined)
            self?.assumeIsolated { $0.hashed(own, key) }
        }
    }

    /// The origin serves this for a segment that is here otherwise: tells the notary.
    func originHas(_ bytes: [UInt8], for segment: SegmentID) {
        guard let geometry = ChunkGeometry(length: bytes.count), let key = links.key(segment)
        else { return }
        loop.runOnWorker({
            unsafe bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        }) { [weak self] leaves in
            guard let root = HashTree.root(leaves: leaves, length: geometry.length) else { return }
            let own = Own(
                segment: segment, root: root, leaves: leaves, geometry: geometry,
                isQuarantined: true)
            self?.assumeIsolated { $0.enqueue(own, key) }
        }
    }

    private func hashed(_ fetched: Own, _ key: SegmentKey) {
        if isVouched(key), !fetched.isQuarantined {
            settle(fetched, key)
        } else {
            enqueue(fetched, key)
        }
    }

    private func enqueue(_ fetched: Own, _ key: SegmentKey) {
        own[key] = fetched
        unreported.append(key)
        report()
    }

    /// Reports again what the notary has not vouched for: the tracker is back.
    func reportAgain() {
        unreported = Deque()
        for key in own.keys { unreported.append(key) }
        report()
    }

    /// Forgets a segment that is not here any more.
    func forget(_ segment: SegmentID) {
        stored[segment] = nil
        if let key = own.first(where: { $0.value.segment == segment })?.key { own[key] = nil }
    }

    /// Sends what the tracker's own limit on messages lets through, and goes on later.
    private func report() {
        while let key = unreported.first {
            guard let waiting = own[key] else {
                _ = unreported.popFirst()
                continue
            }
            guard pace.spend(1, at: loop.now) else {
                timer?.arm(at: pace.ready(after: loop.now))
                return
            }
            _ = unreported.popFirst()
            links.report(key, UInt32(waiting.geometry.length), waiting.root)
        }
    }

    /// Shows the notary that the bytes are here of which it was told the root; nil if they are not.
    func answer(to challenge: Challenge) -> Bytes32? {
        guard let fetched = own[challenge.key] else { return nil }
        let geometry = fetched.geometry
        var bytes: [UInt8] = []
        for chunk in challenge.chunks(of: geometry.chunkCount) {
            let range = geometry.bytes(ofChunk: chunk)
            guard
                store.assumeIsolated({ $0.completeLength(of: fetched.segment) })
                    == geometry.length,
                let part = store.assumeIsolated({ $0.copy(of: range, of: fetched.segment) })
            else { return nil }
            bytes += part
        }
        return keyedHash(key: challenge.nonce, bytes)
    }

    /// The notary vouches for a segment.
    func attested(_ attestation: Attestation) {
        guard let waiting = own[attestation.key],
            check.attestations.verdict(
                on: attestation, for: attestation.key, unixTime: WallClock.unixSeconds) == .valid
        else { return }
        own[attestation.key] = nil
        // The notary has heard of it, and that is all that was wanted.
        guard !waiting.isQuarantined else { return }
        guard attestation.root == waiting.root,
            Int(attestation.length) == waiting.geometry.length
        else { return links.onEvent(.unshareable(waiting.segment, nil)) }
        prove(
            waiting.segment,
            SegmentProof(
                attestation: attestation.encode(), root: waiting.root,
                geometry: waiting.geometry, leaves: waiting.leaves),
            source: nil)
    }

    /// The notary vouches for a segment no more, whoever shows its word.
    func revoked(_ key: SegmentKey) {
        check.attestations.revoke(key)
        if own[key]?.isQuarantined == true { own[key] = nil }
    }

    private func prove(_ segment: SegmentID, _ proof: SegmentProof, source: PeerID?) {
        guard store.assumeIsolated({ $0.prove(segment, proof) }) else {
            links.onEvent(.unshareable(segment, source))
            return
        }
        links.onEvent(.proven(segment, length: proof.geometry.length, source: source))
    }
}
