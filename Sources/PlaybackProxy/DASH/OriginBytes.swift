import EventLoop
import LocalHTTP
import Origin
import Primitives

/// Bytes of a file as the origin sends them, at the pace at which they are read.
actor OriginBytes {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private enum State {
        case receiving
        case ended
        case failed
    }

    /// Bytes in our hands at which the origin is told to wait, and to go on.
    private static let highWater = 512 << 10
    private static let lowWater = 128 << 10

    private nonisolated let loop: UVEventLoop
    private let onBytes: @Sendable (Int) -> Void
    private let onChange: @Sendable () -> Void
    private var attempts: OriginAttempts?
    private var state = State.receiving
    private var held: [UInt8] = []
    /// Bytes of `held` that have been read.
    private var taken = 0

    /// `onBytes` counts what came, `onChange` says that there is more to read, or that it is over.
    init(
        on loop: UVEventLoop, onBytes: @escaping @Sendable (Int) -> Void,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.loop = loop
        self.onBytes = onBytes
        self.onChange = onChange
    }

    func begin(_ range: Range<Int>, of request: OriginRequest, client: OriginClient) {
        var request = request
        request.byteRange = .closed(range.lowerBound...range.upperBound - 1)
        let attempts = OriginAttempts(
            request, client: client, patience: .untilHead, on: loop
        ) { [weak self] event in
            self?.assumeIsolated { $0.received(event) }
        }
        self.attempts = attempts
        attempts.assumeIsolated { $0.begin() }
    }

    func cancel() {
        attempts?.assumeIsolated { $0.cancel() }
        attempts = nil
    }

    func read(into buffer: BorrowedBuffer) -> HTTPBodyRead {
        guard taken < held.count else {
            return switch state {
            case .receiving: .wait
            case .ended: .end
            case .failed: .fail
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

    private func received(_ event: OriginEvent) {
        switch event {
        case .response(let response):
            guard response.status != 206 else { return }
            cancel()
            state = .failed
            onChange()
        case .body(let bytes):
            onBytes(bytes.count)
            unsafe held.append(contentsOf: bytes)
            if held.count - taken > Self.highWater { attempts?.assumeIsolated { $0.pause() } }
            onChange()
        case .finished:
            state = .ended
            onChange()
        case .failed:
            state = .failed
            onChange()
        }
    }
}
