import Engine
import EventLoop
import LocalHTTP
import Origin

/// Asks an origin for something that is needed as a whole, or for as much of it as tells what it is.
actor BodyFetch {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    enum Outcome: Sendable {
        /// The answer, whatever its status, and all of its body.
        case whole(OriginResponse, [UInt8])
        /// The answer, and the beginning of its body, of which no more is read.
        case begun(OriginResponse, [UInt8])
        case failed
    }

    private nonisolated let loop: UVEventLoop
    private let longest: Int
    private let isEnough: @Sendable (OriginResponse, [UInt8]) -> Bool
    private let onOutcome: @Sendable (Outcome) -> Void
    private var attempts: OriginAttempts?
    private var response: OriginResponse?
    private var body: [UInt8] = []

    /// No more than `longest` bytes of the body are kept, and none are read once `isEnough`.
    init(
        atMost longest: Int, on loop: UVEventLoop,
        until isEnough: @escaping @Sendable (OriginResponse, [UInt8]) -> Bool,
        onOutcome: @escaping @Sendable (Outcome) -> Void
    ) {
        self.longest = longest
        self.loop = loop
        self.isEnough = isEnough
        self.onOutcome = onOutcome
    }

    /// The outcome comes after the call, unless the fetch is cancelled.
    func begin(
        _ request: OriginRequest, patience: OriginAttempts.Patience = .untilEnd,
        client: OriginClient
    ) {
        let attempts = OriginAttempts(
            request, client: client, patience: patience, on: loop
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
            unsafe body.append(contentsOf: bytes.prefix(longest - body.count))
            guard let response, isEnough(response, body) else { return }
            end(.begun(response, body))
        case .finished:
            end(response.map { .whole($0, body) } ?? .failed)
        case .failed:
            end(.failed)
        }
    }

    private func end(_ outcome: Outcome) {
        cancel()
        onOutcome(outcome)
    }
}

extension BodyFetch {
    /// Asks for a few bytes of something of which nothing need be known.
    ///
    /// The answer has whatever status, and at most `count` bytes of its body.
    static func bytes(
        _ count: Int, at offset: Int, of url: String, headers: [OriginHeader],
        client: OriginClient, on loop: UVEventLoop,
        onOutcome: @escaping @Sendable (OriginResponse?, [UInt8]) -> Void
    ) -> BodyFetch {
        let fetch = BodyFetch(atMost: count, on: loop) { response, body in
            // A part of that length ends by itself, and its connection can be used again.
            body.count == count && response.status != 206
        } onOutcome: { outcome in
            switch outcome {
            case .whole(let response, let body), .begun(let response, let body):
                onOutcome(response, body)
            case .failed:
                onOutcome(nil, [])
            }
        }
        var request = OriginRequest(
            url: url, headers: headers, byteRange: .closed(offset...offset + count - 1))
        request.acceptsAnyPart = true
        fetch.assumeIsolated { $0.begin(request, client: client) }
        return fetch
    }
}
