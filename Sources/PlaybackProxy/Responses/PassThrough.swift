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
    /// The longest word on what is missing that is kept for others.
    private static let longestWord = 16 << 10

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
    private let type: String?
    private let onBytes: @Sendable (Int) -> Void
    private let onHead: @Sendable (OriginResponse) -> Bool
    private let onMissing: @Sendable (MissingMedia.Answer) -> Void
    private let onEnd: @Sendable () -> Void
    private var missing: OriginResponse?
    private var word: [UInt8] = []
    private var attempts: OriginAttempts?
    private var state = State.asking
    private var held: [UInt8] = []
    /// Bytes of `held` that the player has taken.
    private var taken = 0

    /// `onHead` sees the origin's answer, and says whether it gives the player another; `onBytes`
    /// counts what came of its body, and `onMissing` hears all of it if there is no such thing.
    ///
    /// `tag` and `type` stand in the place of the origin's, where the player knows the resource by
    /// ours.
    init(
        answer: Answer, tag: EntityTag? = nil, type: String? = nil, on loop: UVEventLoop,
        onHead: @escaping @Sendable (OriginResponse) -> Bool,
        onBytes: @escaping @Sendable (Int) -> Void,
        onMissing: @escaping @Sendable (MissingMedia.Answer) -> Void,
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.onEnd = onEnd
        self.answer = answer
        self.tag = tag
        self.type = type
        self.onHead = onHead
        self.onBytes = onBytes
        self.onMissing = onMissing
        self.loop = loop
    }

    func begin(
        _ request: OriginRequest, patience: OriginAttempts.Patience, client: OriginClient
    ) {
        var request = request
        request.acceptsAnyPart = true
        if tag == nil {
            request.headers += HeaderForwarding.conditions(answer.exchange.request.headers)
                .map { (name: $0.0, value: $0.1) }
        }
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
            guard !onHead(response) else { return end() }
            state = .streaming
            missing = response.status >= 400 ? response : nil
            respond(response)
        case .body(let bytes):
            onBytes(bytes.count)
            unsafe held.append(contentsOf: bytes)
            if missing != nil, word.count <= Self.longestWord {
                unsafe word.append(contentsOf: bytes)
            }
            if held.count - taken > Self.highWater { attempts?.assumeIsolated { $0.pause() } }
            answer.exchange.resume()
        case .finished:
            if case .asking = state { answer.refuse(502) }
            state = .ended
            noteMissing()
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
        let isMedia = response.status == 200 || response.status == 206
        let ours = ["ETag": tag?.text, "Content-Type": type]
        for name in ["Content-Type", "Content-Range", "Accept-Ranges", "ETag"] {
            let our = isMedia ? ours[name] ?? nil : nil
            if let value = our ?? response.first(name) { headers.append((name, value)) }
        }
        if response.status == 204 || response.status == 304 {
            // These have no body, whatever length they speak of.
            return answer.give(response.status, headers, [])
        }
        let source = unsafe HTTPBodySource { _, buffer in
            let buffer = unsafe BorrowedBuffer(buffer)
            return self.assumeIsolated { $0.read(into: buffer) }
        }
        answer.stream(response.status, headers, length: response.contentLength, source)
    }

    private func noteMissing() {
        guard let missing, word.count <= Self.longestWord else { return }
        MissingMedia.Answer(
            status: missing.status, contentType: missing.first("Content-Type"), body: word
        ).map(onMissing)
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
        guard attempts != nil else { return }
        state = .over
        onEnd()
        attempts?.assumeIsolated { $0.cancel() }
        attempts = nil
    }
}
