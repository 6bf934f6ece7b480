import EventLoop
import Manifests
import PlaybackProxy

/// The sources of one configuration that a player could open.
struct LatencySources: Sendable {
    struct Source: Sendable {
        let uri: ResolvedURI
        let options: P2PPlaybackOptions
    }

    let standard: LatencyConfiguration.Source
    let standardOptions: P2PPlaybackOptions
    let low: [Source]

    /// Throws `P2PError.noPlayableSource`.
    init(_ configuration: LatencyConfiguration) throws(P2PError) {
        guard let standard = configuration.media.first(where: { $0.uri != nil }) else {
            throw .noPlayableSource
        }
        self.standard = standard
        standardOptions = standard.options(configuration.options)
        low = configuration.lowLatencyMedia.compactMap { source in
            var options = source.options(configuration.options)
            // It has other bytes than the default.
            options.contentId = options.contentId.map { "\($0)#low" }
            return source.uri.flatMap { uri in
                // A file is not live.
                MediaGuess(uri, mimeType: options.mimeType) == .manifest
                    ? Source(uri: uri, options: options) : nil
            }
        }
    }
}

extension LatencyConfiguration.Source {
    fileprivate var uri: ResolvedURI? {
        do throws(P2PError) { return try ResolvedURI(playing: url) } catch { return nil }
    }

    fileprivate func options(_ options: P2PPlaybackOptions) -> P2PPlaybackOptions {
        var options = options
        options.mimeType = type ?? options.mimeType
        return options
    }
}
