import Crypto
import EventLoop
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
    }

    private struct Own {
        let segment: SegmentID
        let root: Root
        let leaves: [Leaf]
        let geometry: ChunkGeometry
    }

    private struct Source: Hashable {
        let segment: SegmentID
        let peer: PeerID
    }

    private nonisolated let loop: UVEventLoop
    private let store: SegmentStore
    private let links: Links
    private var check: AttestationCheck
    /// Requests for leaves that have no answer yet; pages that nobody asked for are ignored.
    private var asked: Set<Source> = []
    private var collectors: [Source: LeavesCollector] = [:]
    /// Segments of our own fetch that the notary has not vouched for yet.
    private var own: [SegmentKey: Own] = [:]
    private var unreported = Deque<SegmentKey>()
    /// Half of what the tracker takes from one client.
    private var pace: TokenBucket
    private var timer: LoopTimer?

    init(swarm: SwarmID, store: SegmentStore, links: Links, on loop: UVEventLoop) {
        self.store = store
        self.links = links
        self.loop = loop
        check = AttestationCheck(swarm: swarm)
        pace = TokenBucket(rate: 10, burst: 20, at: loop.now)
    }

    func start() {
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.report() } }
    }

    func close() { timer?.close() }

    func trust(_ notaryKeys: [Bytes32]) { check.trust(notaryKeys) }

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

    private func judge(_ collector: LeavesCollector, _ source: Source) {
        let attestation: Attestation
        do throws(WireError) {
            attestation = try Attestation(decoding: collector.attestation.span)
        } catch {
            return links.onEvent(.forged(source.segment, source.peer))
        }
        guard let key = links.key(source.segment),
            let geometry = ChunkGeometry(length: Int(attestation.length))
        else { return links.onEvent(.unavailable(source.segment, source.peer)) }
        switch check.verdict(on: attestation, for: key, unixTime: WallClock.unixSeconds) {
        case .valid: break
        case .unusable: return links.onEvent(.unavailable(source.segment, source.peer))
        case .forged: return links.onEvent(.forged(source.segment, source.peer))
        }
        guard collector.leaves.count == geometry.chunkCount,
            HashTree.root(leaves: collector.leaves, length: geometry.length) == attestation.root
        else { return links.onEvent(.forged(source.segment, source.peer)) }
        prove(
            source.segment, collector.attestation, attestation.root, geometry, collector.leaves,
            source: source.peer)
    }

    // MARK: - From our own fetch

    /// A segment was fetched whole from the origin: hashes it, and reports its root.
    func fetched(_ segment: SegmentID) {
        guard let bytes = store.assumeIsolated({ $0.wholeCopy(of: segment) }),
            let geometry = ChunkGeometry(length: bytes.count), let key = links.key(segment)
        else { return }
        loop.runOnWorker({
            unsafe bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        }) { [weak self] leaves in
            guard let root = HashTree.root(leaves: leaves, length: geometry.length) else { return }
            let own = Own(segment: segment, root: root, leaves: leaves, geometry: geometry)
            self?.assumeIsolated { $0.hashed(own, key) }
        }
    }

    private func hashed(_ fetched: Own, _ key: SegmentKey) {
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

    /// The notary vouches for a segment.
    func attested(_ attestation: Attestation) {
        guard let waiting = own[attestation.key],
            check.verdict(
                on: attestation, for: attestation.key, unixTime: WallClock.unixSeconds) == .valid
        else { return }
        own[attestation.key] = nil
        guard attestation.root == waiting.root,
            Int(attestation.length) == waiting.geometry.length
        else { return links.onEvent(.unshareable(waiting.segment, nil)) }
        prove(
            waiting.segment, attestation.encode(), waiting.root, waiting.geometry, waiting.leaves,
            source: nil)
    }

    private func prove(
        _ segment: SegmentID, _ attestation: [UInt8], _ root: Root, _ geometry: ChunkGeometry,
        _ leaves: [Leaf], source: PeerID?
    ) {
        let proof = SegmentProof(
            attestation: attestation, root: root, geometry: geometry, leaves: leaves)
        guard store.assumeIsolated({ $0.prove(segment, proof) }) else {
            links.onEvent(.unshareable(segment, source))
            return
        }
        links.onEvent(.proven(segment, length: geometry.length, source: source))
    }
}
