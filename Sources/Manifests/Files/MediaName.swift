/// What the extension of a name says that is behind it.
package enum MediaName: Hashable, Sendable {
    case manifest
    /// A media file that plays by itself.
    case file

    private static let manifests: Set = ["m3u8", "m3u", "mpd"]
    private static let files: Set = [
        "mp4", "m4v", "m4a", "mov", "mp3", "aac", "flac", "ogg", "oga", "ogv", "opus", "wav",
        "webm", "mkv", "avi", "flv", "wmv", "wma", "3gp", "mpg", "mpeg",
    ]

    /// Nil for an extension that is not known; its case does not matter.
    package init?(extension text: some StringProtocol) {
        let text = text.lowercased()
        if Self.manifests.contains(text) {
            self = .manifest
        } else if Self.files.contains(text) {
            self = .file
        } else {
            return nil
        }
    }

    /// Of the last part of a path.
    package init?(of name: String) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(extension: name[name.index(after: dot)...])
    }
}
