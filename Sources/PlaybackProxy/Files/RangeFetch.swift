import Engine
import EventLoop
import Manifests
import Origin

/// Asks an origin for a few bytes of something, of which nothing need be known.
actor RangeFetch {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let count: Int
    private let onOutcome: @Sendable (OriginResponse?, [UInt8]) -> Void
    private var attempts: OriginAttempts?
    private var response: OriginResponse?
    private var body: [UInt8] = []

    /// The outcome is the answer, whatever its status, and at most `count` bytes of its body; or no
    /// answer.
    init(
        count: Int, on loop: UVEventLoop,
        onOutcome: @escaping @Sendable (OriginResponse?, [UInt8]) -> Void
    ) {
        self.count = count
        self.loop = loop
        self.onOutcome = onOutcome
    }

    /// The outcome comes after the call, unless the fetch is cancelled.
    func begin(
        _ url: String, at offset: Int, headers: [OriginHeader], client: OriginClient
    ) {
        var request = OriginRequest(
            url: url, headers: headers, byteRange: .closed(offset...offset + count - 1))
        request.acceptsAnyPart = true
        let attempts = OriginAttempts(
            request, client: client, patience: .untilEnd, on: loop
        ) { event in
            self.assumeIsolated { $0.received(event) }
        }
        self.attempts = attempts
        attempts.assumeIsolated { $0.begin() }
    }

    func cancel() {
        attempts?.assumeIsolated { $0.cancel() }
        attempts = nil
    }

    private func received(_ event: OriginEvent) {
        switch event {
        case .response(let response):
            self.response = response
            body = []
        case .body(let bytes):
            unsafe body.append(contentsOf: bytes.prefix(count - body.count))
            // A part of that length has ended by itself, and its connection can be used again.
            if body.count == count, response?.status != 206 { end() }
        case .finished:
            end()
        case .failed:
            response = nil
            end()
        }
    }

    private func end() {
        cancel()
        onOutcome(response, body)
    }
}
