import EventLoop
import LocalHTTP
import Origin

/// Fetches one playlist whole, since it can only be rewritten as a whole.
actor PlaylistFetch {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    enum Outcome: Sendable {
        /// The body begins like a playlist, and is all there.
        case playlist(OriginResponse, [UInt8])
        /// An error of the origin, or a short document of another kind.
        case other(OriginResponse, [UInt8])
        /// A long body that is no playlist, but perhaps a page in its place; no more of it is read.
        case media(OriginResponse)
        case failed
    }

    /// The longest playlist that is read: a two-day window of one-second segments has 40 MB.
    private static let longestPlaylist = 64 << 20

    private nonisolated let loop: UVEventLoop
    private let onOutcome: @Sendable (Outcome) -> Void
    private var attempts: OriginAttempts?
    private var response: OriginResponse?
    private var body: [UInt8] = []

    init(on loop: UVEventLoop, onOutcome: @escaping @Sendable (Outcome) -> Void) {
        self.loop = loop
        self.onOutcome = onOutcome
    }

    /// The outcome comes after the call, unless the fetch is cancelled.
    func begin(
        _ request: OriginRequest, patience: OriginAttempts.Patience = .untilEnd,
        client: OriginClient
    ) {
        var request = request
        request.maxLength = Self.longestPlaylist
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
            unsafe body.append(contentsOf: bytes)
            guard body.count >= ContentTypeRule.sniffedBytes, let response,
                response.status == 200, manifest == nil
            else { return }
            end(.media(response))
        case .finished:
            guard let response else { return end(.failed) }
            let isPlaylist = response.status == 200 && manifest == .hls
            end(isPlaylist ? .playlist(response, body) : .other(response, body))
        case .failed:
            end(.failed)
        }
    }

    private var manifest: ContentTypeRule.Manifest? {
        ContentTypeRule.manifest(
            contentType: response?.first("Content-Type"),
            firstBytes: Array(body.prefix(ContentTypeRule.sniffedBytes)))
    }

    private func end(_ outcome: Outcome) {
        cancel()
        onOutcome(outcome)
    }
}
