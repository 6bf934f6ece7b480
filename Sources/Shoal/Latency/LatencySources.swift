import EventLoop
import Manifests
import PlaybackProxy
import Primitives

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
        guard let standard = configuration.media.first(where: { $0.uri != nil }),
            let standardURI = standard.uri
        else { throw .noPlayableSource }
        self.standard = standard
        standardOptions = standard.options(configuration.options)
        let names = ContentNames(configuration.options, standard: standardURI)
        low = configuration.lowLatencyMedia.compactMap { source in
            guard let uri = source.uri else { return nil }
            var options = source.options(configuration.options)
            options.contentId = names.ofLow(at: uri)
            // A file is not live.
            guard MediaGuess(uri, mimeType: options.mimeType) == .manifest else { return nil }
            return Source(uri: uri, options: options)
        }
    }
}

/// Names of the two forms of one content, which have other bytes.
private struct ContentNames {
    private let given: String?
    private let rule: IdentityRule
    private let standard: [UInt8]

    init(_ options: P2PPlaybackOptions, standard uri: ResolvedURI) {
        given = options.contentId
        rule = IdentityRule(options)
        standard = rule.identity(of: uri, kind: .content).bytes
    }

    /// Nil leaves it to the URL, as with who plays the low-latency form alone, unless that tells nothing:
    /// the forms may be on two hosts under the same path.
    func ofLow(at uri: ResolvedURI) -> String? {
        if let given { return given + "#low" }
        let identity = rule.identity(of: uri, kind: .content).bytes
        return identity == standard ? identity.hex + "#low" : nil
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
