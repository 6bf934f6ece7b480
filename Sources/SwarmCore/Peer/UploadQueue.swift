package import PeerWire
package import Primitives

/// Holds the chunks that peers asked for, and says which one goes out next: nearest deadline first.
///
/// A chunk that was let in ends once: handed out by `next`, cancelled, refused or gone with its
/// peer.
package struct UploadQueue: Sendable {
    package enum Admission: Hashable, Sendable {
        case queued
        case busy(retryAfter: Duration)
    }

    /// One chunk to be read from the store and sent.
    package struct Upload: Hashable, Sendable {
        package let peer: PeerID
        package let segment: SegmentID
        package let chunk: Int
    }

    private struct Pending {
        let peer: PeerID
        let segment: SegmentID
        var chunks: Range<Int>
        let deadline: Moment

        func isOf(_ peer: PeerID, _ segment: SegmentID) -> Bool {
            self.peer == peer && self.segment == segment
        }
    }

    private let configuration: UploadConfiguration
    private var bucket: TokenBucket?
    private var pending: [Pending] = []
    private var writable: Set<PeerID> = []
    package private(set) var queuedChunks = 0

    package init(configuration: UploadConfiguration, at now: Moment) {
        self.configuration = configuration
        bucket = configuration.bytesPerSecond.map {
            TokenBucket(rate: $0, burst: max($0 / 4, Double(ChunkGeometry.chunkSize)), at: now)
        }
    }

    package mutating func peerJoined(_ peer: PeerID) { writable.insert(peer) }

    /// Returns how many chunks ended with the peer.
    @discardableResult
    package mutating func peerLeft(_ peer: PeerID) -> Int {
        writable.remove(peer)
        return remove { $0.peer == peer }
    }

    package mutating func requested(
        _ segment: SegmentID, _ run: ChunkRun, by peer: PeerID, deadline: Moment
    ) -> Admission {
        let queued = queuedChunks(of: peer)
        let count = Int(run.count)
        let hasSlot = queued > 0 || servedPeers < configuration.slots
        guard hasSlot, queued + count <= configuration.chunksPerPeer,
            queuedChunks + count <= configuration.chunksInAll
        else { return .busy(retryAfter: configuration.retryAfter) }
        let entry = Pending(peer: peer, segment: segment, chunks: run.chunks, deadline: deadline)
        let place = pending.firstIndex { $0.deadline > deadline } ?? pending.endIndex
        pending.insert(entry, at: place)
        queuedChunks += count
        return .queued
    }

    /// Returns how many of the chunks were still queued.
    @discardableResult
    package mutating func cancelled(
        _ segment: SegmentID, _ run: ChunkRun, by peer: PeerID
    ) -> Int {
        let affected = pending.filter { $0.isOf(peer, segment) && $0.chunks.overlaps(run.chunks) }
        guard !affected.isEmpty else { return 0 }
        let before = queuedChunks
        remove { $0.isOf(peer, segment) && $0.chunks.overlaps(run.chunks) }
        for entry in affected { keepRest(of: entry, without: run.chunks) }
        return before - queuedChunks
    }

    /// The segment is gone from the store; returns the runs to answer with absent.
    package mutating func segmentDropped(
        _ segment: SegmentID
    ) -> [(peer: PeerID, run: ChunkRun)] {
        let affected = pending.filter { $0.segment == segment }
        remove { $0.segment == segment }
        return affected.map { ($0.peer, ChunkRun($0.chunks)) }
    }

    /// Says whether the peer's channel takes more bytes; one that does not is passed over.
    package mutating func setWritable(_ peer: PeerID, _ isWritable: Bool) {
        if isWritable { writable.insert(peer) } else { writable.remove(peer) }
    }

    /// Takes out the chunk to send now, or nil when nothing may be sent.
    package mutating func next(at now: Moment) -> Upload? {
        guard let place = pending.firstIndex(where: { writable.contains($0.peer) }) else {
            return nil
        }
        guard bucket?.spend(Double(ChunkGeometry.chunkSize), at: now) ?? true else { return nil }
        let entry = pending[place]
        pending[place].chunks.removeFirst()
        if pending[place].chunks.isEmpty { pending.remove(at: place) }
        queuedChunks -= 1
        return Upload(peer: entry.peer, segment: entry.segment, chunk: entry.chunks.lowerBound)
    }

    /// When the rate cap lets `next` give another chunk, or nil while only peers can change that.
    package func deadline(at now: Moment) -> Moment? {
        guard let bucket, pending.contains(where: { writable.contains($0.peer) })
        else { return nil }
        return bucket.ready(after: now)
    }

    private var servedPeers: Int { Set(pending.map(\.peer)).count }

    private func queuedChunks(of peer: PeerID) -> Int {
        pending.reduce(0) { $0 + ($1.peer == peer ? $1.chunks.count : 0) }
    }

    @discardableResult
    private mutating func remove(where isGone: (Pending) -> Bool) -> Int {
        let gone = pending.reduce(0) { $0 + (isGone($1) ? $1.chunks.count : 0) }
        pending.removeAll(where: isGone)
        queuedChunks -= gone
        return gone
    }

    private mutating func keepRest(of entry: Pending, without cancelled: Range<Int>) {
        let head = entry.chunks.lowerBound..<max(cancelled.lowerBound, entry.chunks.lowerBound)
        let tail = min(cancelled.upperBound, entry.chunks.upperBound)..<entry.chunks.upperBound
        for rest in [head, tail] where !rest.isEmpty {
            let place = pending.firstIndex { $0.deadline > entry.deadline } ?? pending.endIndex
            pending.insert(
                Pending(
                    peer: entry.peer, segment: entry.segment, chunks: rest,
                    deadline: entry.deadline),
                at: place)
            queuedChunks += rest.count
        }
    }
}
