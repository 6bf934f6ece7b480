package import Manifests

/// What a URL is thought to lead to before its origin was asked: which way of asking comes first.
///
/// What the origin then sends decides, whatever was thought.
package enum MediaGuess: Hashable, Sendable {
    case manifest
    case file

    private static let manifestNames: Set = ["m3u8", "m3u", "mpd"]
    private static let fileNames: Set = [
        "mp4", "m4v", "m4a", "mov", "mp3", "aac", "flac", "ogg", "oga", "ogv", "opus", "wav",
        "webm", "mkv", "avi", "flv", "wmv", "wma", "3gp", "mpg", "mpeg",
    ]

    /// By the extension; where there is none by `mimeType`, a short name or a media type.
    package init(_ uri: ResolvedURI, mimeType: String?) {
        let name = uri.lastPathComponent
        let dot = name.lastIndex(of: ".")
        let guess = dot.flatMap { Self.named(name[name.index(after: $0)...].lowercased()) }
        self = guess ?? mimeType.flatMap(Self.typed) ?? .manifest
    }

    private static func named(_ name: String) -> MediaGuess? {
        if manifestNames.contains(name) { return .manifest }
        return fileNames.contains(name) ? .file : nil
    }

    private static func typed(_ mimeType: String) -> MediaGuess? {
        let type = mimeType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        if let guess = named(type) { return guess }
        if ContentTypeRule.isManifest(type) { return .manifest }
        let isMedia = type.hasPrefix("video/") || type.hasPrefix("audio/")
        return isMedia || type == "application/mp4" ? .file : nil
    }
}
