package import Manifests

/// What a URL is thought to lead to before its origin was asked: which way of asking comes first.
///
/// What the origin then sends decides, whatever was thought.
package enum MediaGuess: Hashable, Sendable {
    case manifest
    case file

    /// By the extension; where there is none by `mimeType`, a short name or a media type.
    package init(_ uri: ResolvedURI, mimeType: String?) {
        self =
            MediaName(of: uri.lastPathComponent).map(MediaGuess.init)
            ?? mimeType.flatMap(Self.typed) ?? .manifest
    }

    private init(_ name: MediaName) {
        self = name == .manifest ? .manifest : .file
    }

    private static func typed(_ mimeType: String) -> MediaGuess? {
        let type = mimeType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        if let name = MediaName(extension: type) { return MediaGuess(name) }
        if ContentTypeRule.isManifest(type) { return .manifest }
        let isMedia = type.hasPrefix("video/") || type.hasPrefix("audio/")
        return isMedia || type == "application/mp4" ? .file : nil
    }
}
