package import EventLoop
package import Manifests
package import Origin

/// Fetches one playlist for the application itself.
package enum PlaylistDownload {
    package enum Outcome: Sendable {
        case playlist(HLSPlaylist)
        /// The origin's answer is another, of that status.
        case other(status: Int)
        case failed
    }

    /// To be called on the loop; the outcome comes after the call.
    package static func start(
        _ uri: ResolvedURI, client: OriginClient, on loop: UVEventLoop,
        onOutcome: @escaping @Sendable (Outcome) -> Void
    ) {
        let request = OriginRequest(url: uri.text, headers: [])
        _ = PlaylistAnswer.fetch(request, client: client, on: loop) { answer in
            onOutcome(Outcome(answer))
        }
    }
}

extension PlaylistDownload.Outcome {
    fileprivate init(_ answer: PlaylistAnswer) {
        switch answer {
        case .playlist(let response, let body):
            let playlist = ResolvedURI(response.finalURL).flatMap {
                HLSPlaylist.parse(body, from: $0)
            }
            self = playlist.map { .playlist($0) } ?? .other(status: response.status)
        case .other(let response, _), .media(let response):
            self = .other(status: response.status)
        case .failed:
            self = .failed
        }
    }
}
