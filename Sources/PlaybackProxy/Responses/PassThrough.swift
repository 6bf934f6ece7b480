import Engine
import EventLoop
import LocalHTTP
import Origin
import Primitives

/// Answers one request with what the origin says to it, byte for byte, at the player's pace.
actor PassThrough {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Bytes in our hands at which the origin is told to wait, and to go on.
    private static let highWater = 512 << 10
    private static let lowWater = 128 << 10

    private enum State {
        case asking
        case streaming
        case ended
        case failed
        case over
    }

    private nonisolated let loop: UVEventLoop
    private let answer: Answer
    private let tag: EntityTag?
    private let onBytes: @Sendable (Int) -> Void
    private let onHead: @Sendable (OriginResponse) -> Void
    private var attempts: OriginAttempts?
    private var state = State.asking
    private var held: [UInt8] = []
    /// Bytes of `held` that the player has taken.
    private var taken = 0

    /// `onHead` sees the origin's answer, `onBytes` counts what came of its body.
    ///
    /// `tag` stands in the place of the origin's, where the player knows the resource by ours.
    init(
        answer: Answer, tag: EntityTag? = nil, on loop: UVEventLoop,
        onHead: @escaping @Sendable (OriginResponse) -> Void,
        onBytes: @escaping @Sendable (Int) -> Void
    ) {
        self.answer = answer
        self.tag = tag
        self.onHead = onHead
        self.onBytes = onBytes
        self.loop = loop
    }

    func begin(
        _ request: OriginRequest, patience: OriginAttempts.Patience, client: OriginClient
    ) {
        var request = request
        request.acceptsAnyPart = true
        let attempts = OriginAttempts(
            request, client: client, patience: patience, on: loop
        ) { [weak self] event in
            self?.assumeIsolated { $0.received(event) }
        }
        self.attempts = attempts
        attempts.assumeIsolated { $0.begin() }
        answer.exchange.onClosed { _ in self.assumeIsolated { $0.end() } }
    }

    private func received(_ event: OriginEvent) {
        switch event {
        case .response(let response):
            onHead(response)
            state = .streaming
            respond(response)
        case .body(let bytes):
            onBytes(bytes.count)
            unsafe held.append(contentsOf: bytes)
            if held.count - taken > Self.highWater { attempts?.assumeIsolated { $0.pause() } }
            answer.exchange.resume()
        case .finished:
            if case .asking = state { answer.refuse(502) }
            state = .ended
            answer.exchange.resume()
        case .failed:
            if case .asking = state { answer.refuse(502) }
            state = .failed
            answer.exchange.resume()
        }
    }

    private func respond(_ response: OriginResponse) {
        var headers = HeaderForwarding.downstream(
            response.headers.map { ($0.name, $0.value) }, isRewritten: false)
        let tag = response.status == 200 || response.status == 206 ? tag : nil
        for name in ["Content-Type", "Content-Range", "Accept-Ranges", "ETag"] {
            if name == "ETag", let tag {
                headers.append((name, tag.text))
            } else if let value = response.first(name) {
                headers.append((name, value))
            }
        }
        let source = unsafe HTTPBodySource { _, buffer in
            let buffer = unsafe BorrowedBuffer(buffer)
            return self.assumeIsolated { $0.read(into: buffer) }
        }
        answer.stream(response.status, headers, length: response.contentLength, source)
    }

    private func read(into buffer: BorrowedBuffer) -> HTTPBodyRead {
        guard taken < held.count else {
            return switch state {
            case .ended: .end
            case .failed, .over: .fail
            case .asking, .streaming: .wait
            }
        }
        let count = unsafe held[taken...].withUnsafeBytes { unsafe buffer.fill(from: $0) }
        taken += count
        if held.count - taken < Self.lowWater {
            held.removeFirst(taken)
            taken = 0
            attempts?.assumeIsolated { $0.resume() }
        }
        return .bytes(count)
    }

    private func end() {
        state = .over
        attempts?.assumeIsolated { $0.cancel() }
        attempts = nil
    }
}
