import EventLoop
import PeerWire
import Primitives
import SwarmCore

/// Serves the chunks that peers ask for, in the order that its `UploadQueue` decides and as far as
/// the client's allowance goes.
actor Uploader {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What the uploader is connected to; all on the loop.
    struct Links: Sendable {
        let connection: @Sendable (PeerID) -> PeerConnection?
        /// Whether the peer has somebody nearer to ask than the player here.
        let isSpare: @Sendable (PeerID) -> Bool
        /// Whether others than the peer are known to have the segment.
        let stock: @Sendable (SegmentID, PeerID) -> UploadStock
        let onUploaded: @Sendable (Int) -> Void
        /// The client's allowance has come to its end, or there is some again.
        let onAllowance: @Sendable (Bool) -> Void
    }

    private static let pauseWithoutUploads = Duration.seconds(1)

    private nonisolated let loop: UVEventLoop
    private let store: SegmentStore
    private let share: UploadShare
    private let links: Links
    private var queue: UploadQueue
    private var isPermitted = false
    /// Kept for its memory.
    private var refusals: [UploadQueue.Refusal] = []

    init(
        store: SegmentStore, share: UploadShare, configuration: UploadConfiguration,
        links: Links, on loop: UVEventLoop
    ) {
        self.store = store
        self.share = share
        self.links = links
        self.loop = loop
        queue = UploadQueue(configuration: configuration)
    }

    func start(isPermitted: Bool) {
        share.assumeIsolated { $0.join(self) }
        permit(isPermitted)
        shareChanged()
    }

    /// Whether a peer that is not served yet could be.
    var hasRoom: Bool { queue.hasFreeSlot }

    func close() { share.assumeIsolated { $0.leave(self) } }

    // MARK: - Whether to upload at all

    /// Whether the session may upload now: what is queued when it may not is put off.
    func permit(_ isPermitted: Bool) {
        self.isPermitted = isPermitted
        openOrClose()
    }

    func shareChanged() {
        openOrClose()
        links.onAllowance(share.assumeIsolated { $0.isOpen })
    }

    private func openOrClose() {
        let (isOpen, pause) = share.assumeIsolated { ($0.isOpen, $0.pause) }
        guard isPermitted, isOpen else {
            queue.close(
                retryAfter: isOpen ? Self.pauseWithoutUploads : pause, refused: &refusals)
            return tellRefusals()
        }
        queue.open()
    }

    /// How long a chunk takes to go out while others wait, once that was measured.
    var secondsPerChunk: Double? { queue.secondsPerChunk }

    // MARK: - What peers ask

    func peerJoined(_ peer: PeerID) { queue.peerJoined(peer) }

    func peerLeft(_ peer: PeerID) { queue.peerLeft(peer) }

    /// The player was handed media.
    func delivered(_ bytes: Int) { queue.delivered(bytes, at: loop.now) }

    func requested(_ request: ChunkRequest, by peer: PeerID) {
        let now = loop.now
        let deadline = now + .milliseconds(Int64(request.deadlineMs))
        let admission = queue.requested(
            request.segment, request.run, by: peer, deadline: deadline,
            isSpare: links.isSpare(peer), stock: links.stock(request.segment, peer), at: now,
            displaced: &refusals)
        tellRefusals()
        switch admission {
        case .queued:
            serve()
        case .busy(let retryAfter):
            putOff(request.segment, request.run, retryAfter, peer)
        }
    }

    func cancelled(_ segment: SegmentID, _ run: ChunkRun, by peer: PeerID) {
        let ended = queue.cancelled(segment, run, by: peer)
        links.connection(peer)?.assumeIsolated { $0.uploadsEnded(ended) }
    }

    func dropped(_ segment: SegmentID) {
        for (peer, run) in queue.segmentDropped(segment) {
            refuse(.absent(segment, run), run, to: peer)
        }
    }

    func writable(_ peer: PeerID) {
        queue.setWritable(peer, true)
        serve()
    }

    // MARK: - Sending

    /// Sends what waits, as far as the share goes.
    func serve(atMost chunks: Int = .max) {
        var left = chunks
        while queue.hasNext, left > 0 {
            left -= 1
            guard share.assumeIsolated({ $0.holdsChunk }) else {
                return share.assumeIsolated { $0.wants() }
            }
            if let upload = queue.next(at: loop.now) { send(upload) }
        }
    }

    private func send(_ upload: UploadQueue.Upload) {
        guard let connection = links.connection(upload.peer) else { return }
        let header = ChunkHeader(segment: upload.segment, chunk: UInt32(upload.chunk))
        let sent = store.assumeIsolated { store in
            var count: Int?
            _ = store.withChunk(upload.chunk, of: upload.segment) { bytes in
                count = bytes.count
                connection.assumeIsolated { $0.sendChunk(header, bytes) }
            }
            return count
        }
        guard let sent else {
            let run = ChunkRun(upload.chunk..<upload.chunk + 1)
            refuse(.absent(upload.segment, run), run, to: upload.peer)
            return
        }
        share.assumeIsolated { $0.spent(sent) }
        links.onUploaded(sent)
        let isWritable = connection.assumeIsolated {
            $0.uploadsEnded(1)
            return $0.isWritable
        }
        if !isWritable { queue.setWritable(upload.peer, false) }
    }

    private func tellRefusals() {
        for refusal in refusals {
            putOff(refusal.segment, refusal.run, refusal.retryAfter, refusal.peer)
        }
        refusals.removeAll(keepingCapacity: true)
    }

    private func putOff(
        _ segment: SegmentID, _ run: ChunkRun, _ pause: Duration, _ peer: PeerID
    ) {
        let busy = Busy(
            segment: segment, run: run,
            retryAfterMs: UInt32(clamping: pause.wholeNanoseconds / 1_000_000))
        refuse(.busy(busy), run, to: peer)
    }

    private func refuse(_ message: PeerMessage, _ run: ChunkRun, to peer: PeerID) {
        links.connection(peer)?.assumeIsolated {
            $0.uploadsEnded(Int(run.count))
            $0.send(message)
        }
    }
}
