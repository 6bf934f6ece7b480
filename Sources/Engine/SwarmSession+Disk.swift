import Crypto
import EventLoop
import PeerWire
import Primitives
import SwarmCore
import TrackerWire

/// What is on disk is here for player, schedule and peers: memory holds what was used of it lately.
extension SwarmSession {
    func joinDisk() {
        configuration.disk?.join(self) { [weak self] news in
            self?.assumeIsolated { $0.heard(news) }
        }
    }

    func leaveDisk() {
        configuration.disk?.leave(self)
        shelf.close()
    }

    /// Asks which of the segments of a playlist are on disk.
    func lookUp(_ segments: [TrackDescription.Segment]) {
        guard let disk = configuration.disk, !segments.isEmpty else { return }
        disk.lookUp(segments.map(\.key), for: self)
    }

    private func heard(_ news: DiskNews) {
        switch news {
        case .stored(let keys): shelved(keys.compactMap { catalogue.id(of: $0) })
        case .gone(let keys):
            for segment in keys.compactMap({ catalogue.id(of: $0) }) where shelf.remove(segment) {
                if !isInMemory(segment), !shelf.isReading(segment) { lost(segment) }
            }
        }
    }

    private func shelved(_ segments: [SegmentID]) {
        var offered: [SegmentID] = []
        for segment in segments where !store.assumeIsolated({ $0.isQuarantined(segment) }) {
            shelf.insert(segment)
            guard !isInMemory(segment) else { continue }
            feed { $0.segmentStored(segment, at: $1, into: &$2) }
            if announced.insert(segment).inserted { offered.append(segment) }
            // Whoever has begun to fetch it need not go on.
            if store.assumeIsolated({ $0.isRead(segment) }) { fetchFromDisk(segment) }
        }
        offerToAll(offered)
    }

    func isInMemory(_ segment: SegmentID) -> Bool {
        store.assumeIsolated { $0.completeLength(of: segment) } != nil
    }

    // MARK: - Reading

    /// A player or peer wants the segment: it is read, if it has to be.
    func fetchFromDisk(_ segment: SegmentID) {
        guard let disk = configuration.disk, shelf.contains(segment), !isInMemory(segment),
            !shelf.isReading(segment), let key = catalogue.key(of: segment)
        else { return }
        let timer = LoopTimer(on: loop) { [weak self] in
            self?.assumeIsolated {
                disk.isLate()
                $0.fetchedFromDisk(nil, segment, key)
            }
        }
        timer.arm(at: loop.now + Shelf.patience)
        shelf.began(segment, timer: timer)
        disk.read(key, keys: configuration.keys, on: loop) { [weak self] restored in
            self?.assumeIsolated { $0.fetchedFromDisk(restored, segment, key) }
        }
    }

    /// Calls `waiter` once all that can be had of the segment is in memory: at once, as a rule.
    func onceInMemory(_ segment: SegmentID, _ waiter: @escaping Shelf.Waiter) {
        fetchFromDisk(segment)
        if !shelf.waits(waiter, for: segment) { waiter(self) }
    }

    private func fetchedFromDisk(
        _ restored: RestoredSegment?, _ segment: SegmentID, _ key: SegmentKey
    ) {
        guard let waiting = shelf.ended(segment) else { return }
        if catalogue.key(of: segment) == key { enter(restored, as: segment, key) }
        for waiter in waiting { waiter(self) }
    }

    private func enter(_ restored: RestoredSegment?, as segment: SegmentID, _ key: SegmentKey) {
        guard let restored else { return lost(segment) }
        let missing = unsafe restored.bytes.withUnsafeBytes { bytes in
            unsafe store.assumeIsolated { [bytes = BorrowedBytes(bytes)] in
                $0.restore(bytes, of: segment)
            }
        }
        guard let missing else {
            // The origin, or a peer with better proof, has said otherwise.
            forgetOnDisk(segment)
            return lost(segment)
        }
        enter { $0.received(missing, of: segment, from: .store) }
        shelf.wasRead(
            segment, bytes: restored.bytes.count, keeping: store.equalShare / 4)
        completed(segment)
        proofs.assumeIsolated {
            $0.restored(segment, attestation: restored.attestation, leaves: restored.leaves)
        }
    }

    /// What was thought to be on disk cannot be had from there.
    private func lost(_ segment: SegmentID) {
        _ = shelf.remove(segment)
        drop(segment)
        // It counted as there: only now is it asked for at all.
        guard store.assumeIsolated({ $0.isRead(segment) }) else { return }
        feed { $0.playerRequested(segment, at: $1, into: &$2) }
    }

    // MARK: - Writing

    /// Stores a segment that is complete and proven.
    func keepOnDisk(_ segment: SegmentID) {
        guard let disk = configuration.disk, !shelf.contains(segment),
            let key = catalogue.key(of: segment),
            let proof = store.assumeIsolated({ $0.proof(of: segment) }),
            let bytes = store.assumeIsolated({ $0.wholeCopy(of: segment) })
        else { return }
        let note = StoredNote(root: proof.root, attestation: proof.attestation)
        disk.keep(
            key, bytes,
            note: note.encode(for: key, length: bytes.count, keys: configuration.keys),
            expiresAt: note.expiresAt, isScarce: isScarce(segment))
    }

    /// The segment was of use: what is used more is kept longer.
    func usedOnDisk(_ segment: SegmentID) {
        guard let disk = configuration.disk, shelf.contains(segment),
            let key = catalogue.key(of: segment)
        else { return }
        disk.used(key, isScarce: isScarce(segment))
    }

    /// What is on disk is not what the segment is.
    func forgetOnDisk(_ segment: SegmentID) {
        _ = shelf.remove(segment)
        if let key = catalogue.key(of: segment) { configuration.disk?.forget(key) }
    }

    private func isScarce(_ segment: SegmentID) -> Bool {
        let own = PeerID(configuration.identity.publicKey)
        return scheduler.assumeIsolated { $0.stock(of: segment, besides: own) } == .scarce
    }
}

extension StoredNote {
    /// The last second, since 1970, at which the attestation counts; nil where a list vouches.
    var expiresAt: UInt64? {
        guard ListNote(attestation) == nil else { return nil }
        do throws(WireError) {
            return UInt64(try Attestation(decoding: attestation.span).notAfter)
        } catch {
            return 0
        }
    }
}
