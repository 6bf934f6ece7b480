import Engine
import EventLoop
import Manifests
import Origin
import PlaybackProxy

extension ClientLoop {
    /// Fetches a playlist for the application, with its credentials.
    func download(
        _ uri: ResolvedURI, _ options: P2PPlaybackOptions
    ) async throws(P2PError) -> PlaylistDownload.Outcome {
        if case .closed = state { throw .clientClosed }
        let origin = OriginClient(
            on: loop, configuration: Self.originConfiguration(for: uri, options))
        downloads[ObjectIdentifier(origin)] = origin
        defer {
            downloads[ObjectIdentifier(origin)] = nil
            origin.close()
        }
        return await withCheckedContinuation { continuation in
            PlaylistDownload.start(uri, client: origin, on: loop) {
                continuation.resume(returning: $0)
            }
        }
    }
}
