import EventLoop
import PeerWire
import Primitives
import SwarmCore
import Transport

/// One remote peer: its channel, and the `PeerState` that judges what comes over it.
actor PeerConnection {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Where events go; both on the loop.
    struct Links: Sendable {
        let onEvent: @Sendable (PeerConnection, PeerEvent) -> Void
        /// A chunk that was asked for, valid during the call; `isWanted` is false after a cancel.
        let onChunk:
            @Sendable (PeerConnection, ChunkHeader, BorrowedBytes, _ isWanted: Bool) -> Void
        /// Bytes of messages without media, in either direction.
        let onControl: @Sendable (Int) -> Void
    }

    nonisolated let peer: PeerID
    nonisolated let isInitiator: Bool
    private nonisolated let loop: UVEventLoop
    private let channel: SecureChannel
    private let links: Links
    private var state: PeerState
    private var violation: PeerViolation?
    private var timer: LoopTimer?
    private var watch: PeerWatch

    init(channel: SecureChannel, links: Links, on loop: UVEventLoop) {
        peer = channel.remote
        isInitiator = channel.isInitiator
        self.channel = channel
        self.links = links
        self.loop = loop
        state = PeerState(limits: PeerLimits(), at: loop.now)
        watch = PeerWatch(openedAt: loop.now)
    }

    // MARK: - What the channel brings

    func received(_ event: SecureChannel.Event) {
        switch event {
        case .opened:
            beginWatch()
            links.onEvent(self, .opened)
        case .message(let record):
            watch.heard(at: loop.now)
            do throws(PeerViolation) {
                try unsafe received(record: BorrowedBytes(record))
            } catch {
                end(because: error)
            }
        case .writable:
            links.onEvent(self, .writable)
        case .closed(let reason):
            timer?.close()
            links.onEvent(self, .ended(violation: violation, fault: reason.fault))
        }
    }

    private func beginWatch() {
        watch = PeerWatch(openedAt: loop.now)
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.look() } }
        timer?.arm(at: watch.deadline)
    }

    private func look() {
        switch watch.looked(isGreeted: state.isGreeted, at: loop.now) {
        case .end: return end(because: nil)
        case .ping: send(.ping(0))
        case nil: break
        }
        timer?.arm(at: watch.deadline)
    }

    private func received(record: BorrowedBytes) throws(PeerViolation) {
        let message: PeerMessage
        do throws(WireError) {
            message = try unsafe PeerMessage(
                decoding: record.pointer.assumingMemoryBound(to: UInt8.self).span)
        } catch {
            throw .malformed
        }
        links.onControl(message.isChunk ? ChunkHeader.encodedSize : record.count)
        switch message {
        case .data(let header):
            let isWanted = try state.dataReceived(header.segment, chunk: Int(header.chunk))
            links.onChunk(self, header, record.dropping(ChunkHeader.encodedSize), isWanted)
        case .hello(let hello):
            try state.greeted()
            links.onEvent(self, .greeted(hello))
        case .have(let have):
            let news = try state.announced(have, at: loop.now)
            if !news.isEmpty { links.onEvent(self, .has(news)) }
        case .inFlight(let update):
            guard let chunks = try state.receives(update, at: loop.now) else { return }
            links.onEvent(self, .receives(update.segment, chunks: chunks))
        case .evicted(let evicted):
            let gone = try state.evicted(evicted, at: loop.now)
            if !gone.isEmpty { links.onEvent(self, .dropped(gone)) }
        case .progress(let progress):
            try state.moved(at: loop.now)
            links.onEvent(self, .moved(progress))
        case .leavesRequest(let request):
            links.onEvent(self, .asksLeaves(request))
        case .leaves(let page):
            links.onEvent(self, .gaveLeaves(page))
        case .request(let request):
            try state.requestReceived(request.run)
            links.onEvent(self, .asksChunks(request))
        case .absent(let segment, let run):
            refused(segment, run, .absent)
        case .busy(let busy):
            let pause = Duration.milliseconds(Int64(busy.retryAfterMs))
            refused(busy.segment, busy.run, .busy(retryAfter: pause))
        case .cancel(let segment, let run):
            links.onEvent(self, .cancels(segment, run))
        case .ping(let number):
            send(.pong(number))
        case .pong, .goodbye:
            // Both are courtesies: the channel's own end is what counts.
            break
        }
    }

    private func refused(_ segment: SegmentID, _ run: ChunkRun, _ refusal: Schedule.Refusal) {
        guard !run.isEmpty else {
            links.onEvent(self, .hasNoLeaves(segment))
            return
        }
        state.requestRefused(segment, run)
        links.onEvent(self, .refuses(segment, run, refusal))
    }

    // MARK: - What the engine sends

    func send(_ message: PeerMessage) {
        let record = message.encode()
        links.onControl(record.count)
        channel.send(record)
    }

    func request(_ segment: SegmentID, _ run: ChunkRun, within time: Duration) {
        state.requestSent(segment, run)
        let milliseconds = UInt32(clamping: time.wholeNanoseconds / 1_000_000)
        send(.request(ChunkRequest(segment: segment, run: run, deadlineMs: milliseconds)))
    }

    func cancel(_ segment: SegmentID, _ run: ChunkRun) {
        state.requestCancelled(segment, run)
        send(.cancel(segment, run))
    }

    /// Sends one chunk, encrypted from where it lies.
    func sendChunk(_ header: ChunkHeader, _ bytes: BorrowedBytes) {
        links.onControl(ChunkHeader.encodedSize)
        unsafe channel.send(header: header.encode(), body: bytes.pointer)
    }

    /// Chunks that the peer asked for were sent, refused or cancelled.
    func uploadsEnded(_ chunks: Int) { state.uploadsEnded(chunks) }

    func shouldHear(of segment: SegmentID) -> Bool { state.shouldHear(of: segment) }

    func outdated(_ segment: SegmentID) { state.outdated(segment) }

    func lacks(_ segment: SegmentID, _ chunks: ChunkMask?) -> Bool {
        state.lacks(segment, chunks)
    }

    /// Whether the channel has taken what it was given, so that the next chunk may follow.
    var isWritable: Bool { channel.queuedBytes < Self.sendAhead }

    func end(because violation: PeerViolation?) {
        self.violation = self.violation ?? violation
        channel.close()
    }

    /// Chunks on the way in the socket and in our queue: enough to keep the line busy.
    private static let sendAhead = 4 * ChunkGeometry.chunkSize
}

extension PeerMessage {
    /// Whether media follows it in its record.
    fileprivate var isChunk: Bool {
        if case .data = self { true } else { false }
    }
}
