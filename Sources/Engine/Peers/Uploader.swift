import EventLoop
import PeerWire
import Primitives
import SwarmCore

/// Serves the chunks that peers ask for, in the order that its `UploadQueue` decides.
actor Uploader {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private static let pauseWithoutUploads = Duration.seconds(1)

    private nonisolated let loop: UVEventLoop
    private let store: SegmentStore
    private let connection: @Sendable (PeerID) -> PeerConnection?
    private let onUploaded: @Sendable (Int) -> Void
    private var queue: UploadQueue
    private var timer: LoopTimer?

    init(
        store: SegmentStore, configuration: UploadConfiguration, on loop: UVEventLoop,
        connection: @escaping @Sendable (PeerID) -> PeerConnection?,
        onUploaded: @escaping @Sendable (Int) -> Void
    ) {
        self.store = store
        self.connection = connection
        self.onUploaded = onUploaded
        self.loop = loop
        queue = UploadQueue(configuration: configuration, at: loop.now)
    }

    func start() {
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.serve() } }
    }

    func close() { timer?.close() }

    func peerJoined(_ peer: PeerID) { queue.peerJoined(peer) }

    func peerLeft(_ peer: PeerID) { queue.peerLeft(peer) }

    /// While the session may not upload, every request is put off.
    func requested(_ request: ChunkRequest, by peer: PeerID, mayUpload: Bool) {
        guard mayUpload else { return putOff(request, Self.pauseWithoutUploads, peer) }
        let deadline = loop.now + .milliseconds(Int64(request.deadlineMs))
        switch queue.requested(request.segment, request.run, by: peer, deadline: deadline) {
        case .queued:
            serve()
        case .busy(let retryAfter):
            putOff(request, retryAfter, peer)
        }
    }

    private func putOff(_ request: ChunkRequest, _ pause: Duration, _ peer: PeerID) {
        let busy = Busy(
            segment: request.segment, run: request.run,
            retryAfterMs: UInt32(clamping: pause.wholeNanoseconds / 1_000_000))
        refuse(.busy(busy), request.run, to: peer)
    }

    func cancelled(_ segment: SegmentID, _ run: ChunkRun, by peer: PeerID) {
        let ended = queue.cancelled(segment, run, by: peer)
        connection(peer)?.assumeIsolated { $0.uploadsEnded(ended) }
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

    private func serve() {
        while let upload = queue.next(at: loop.now) { send(upload) }
        if let deadline = queue.deadline(at: loop.now) { timer?.arm(at: deadline) }
    }

    private func send(_ upload: UploadQueue.Upload) {
        guard let connection = connection(upload.peer) else { return }
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
        onUploaded(sent)
        let isWritable = connection.assumeIsolated {
            $0.uploadsEnded(1)
            return $0.isWritable
        }
        if !isWritable { queue.setWritable(upload.peer, false) }
    }

    private func refuse(_ message: PeerMessage, _ run: ChunkRun, to peer: PeerID) {
        connection(peer)?.assumeIsolated {
            $0.uploadsEnded(Int(run.count))
            $0.send(message)
        }
    }
}
