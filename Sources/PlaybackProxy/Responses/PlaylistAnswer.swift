import EventLoop
import Origin

/// What an origin has answered for a playlist, which is read whole, since it is rewritten as a whole.
enum PlaylistAnswer: Sendable {
    /// The body begins like a playlist, and is all there.
    case playlist(OriginResponse, [UInt8])
    /// An error of the origin, or a short document of another kind.
    case other(OriginResponse, [UInt8])
    /// A long body that is no playlist, but perhaps a page in its place; no more of it is read.
    case media(OriginResponse)
    case failed

    /// The longest playlist that is read: a two-day window of one-second segments has 40 MB.
    private static let longest = 64 << 20

    init(_ outcome: BodyFetch.Outcome) {
        switch outcome {
        case .whole(let response, let body):
            let isPlaylist = response.status == 200 && Self.manifest(response, body) == .hls
            self = isPlaylist ? .playlist(response, body) : .other(response, body)
        case .begun(let response, _):
            self = .media(response)
        case .failed:
            self = .failed
        }
    }

    /// Asks for it; the answer comes after the call, unless the fetch is cancelled.
    static func fetch(
        _ request: OriginRequest, patience: OriginAttempts.Patience = .untilEnd,
        client: OriginClient, on loop: UVEventLoop,
        onAnswer: @escaping @Sendable (PlaylistAnswer) -> Void
    ) -> BodyFetch {
        let fetch = BodyFetch(atMost: longest, on: loop) { response, body in
            body.count >= ContentTypeRule.sniffedBytes && response.status == 200
                && manifest(response, body) == nil
        } onOutcome: {
            onAnswer(PlaylistAnswer($0))
        }
        var request = request
        request.maxLength = longest
        fetch.assumeIsolated { $0.begin(request, patience: patience, client: client) }
        return fetch
    }

    private static func manifest(
        _ response: OriginResponse, _ body: [UInt8]
    ) -> ContentTypeRule.Manifest? {
        ContentTypeRule.manifest(
            contentType: response.first("Content-Type"),
            firstBytes: Array(body.prefix(ContentTypeRule.sniffedBytes)))
    }
}
