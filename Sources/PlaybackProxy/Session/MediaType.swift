/// Media types of segments, by the extension that players judge them by, too.
enum MediaType {
    private static let types = [
        "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t",
        "m4s": "video/iso.segment", "cmfv": "video/mp4", "cmfa": "audio/mp4", "mp4": "video/mp4",
        "m4v": "video/mp4", "m4a": "audio/mp4", "aac": "audio/aac", "mp3": "audio/mpeg",
        "ac3": "audio/ac3", "ec3": "audio/eac3", "vtt": "text/vtt", "webvtt": "text/vtt",
    ]

    /// Nil for an extension that says nothing: the player then looks at the bytes, as with no origin.
    static func ofSegment(named name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return types[name[name.index(after: dot)...].lowercased()]
    }
}
