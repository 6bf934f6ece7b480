/// Tells manifests from media, by what the origin says and by what the body is.
package enum ContentTypeRule {
    package enum Manifest: Sendable {
        case hls
        case dash
    }

    /// So many first bytes are enough to decide.
    package static let sniffedBytes = 1024

    private static let hlsTypes = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl",
        "audio/x-mpegurl", "application/mpegurl", "vnd.apple.mpegurl",
    ]
    private static let dashTypes = ["application/dash+xml", "video/vnd.mpeg.dash.mpd"]

    /// Nil for media, and for what claims to be a manifest and is not: it passes unchanged.
    ///
    /// The name of the resource is no evidence: segments redirect to playlists, and playlists have
    /// any extension or none.
    package static func manifest(contentType: String?, firstBytes: [UInt8]) -> Manifest? {
        var text = firstBytes.prefix(sniffedBytes)
        if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        if text.starts(with: "#EXTM3U".utf8) { return .hls }
        let trimmed = text.drop { $0 <= 0x20 }
        let type = contentType.map(essence)
        if let type, hlsTypes.contains(type), trimmed.starts(with: "#EXTM3U".utf8) { return .hls }
        guard trimmed.first == UInt8(ascii: "<") else { return nil }
        if let type, dashTypes.contains(type) { return .dash }
        return rootElement(of: trimmed) == "MPD" ? .dash : nil
    }

    /// Whether a media type, in lower case and without parameters, names manifests.
    static func isManifest(_ type: String) -> Bool {
        hlsTypes.contains(type) || dashTypes.contains(type)
    }

    /// Whether an origin calls something a manifest.
    static func saysManifest(_ contentType: String?) -> Bool {
        contentType.map { isManifest(essence($0)) } ?? false
    }

    /// The type to send: the origin's, unless it would mislead a player about a manifest.
    package static func contentType(origin: String?, manifest: Manifest?) -> String? {
        switch manifest {
        case nil:
            origin
        case .hls:
            origin.flatMap { hlsTypes.contains(essence($0)) ? $0 : nil }
                ?? "application/vnd.apple.mpegurl"
        case .dash:
            origin.flatMap { dashTypes.contains(essence($0)) ? $0 : nil } ?? "application/dash+xml"
        }
    }

    /// The type without its parameters.
    private static func essence(_ contentType: String) -> String {
        contentType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// The local name of the first element of a document, past declaration and comments.
    private static func rootElement(of document: ArraySlice<UInt8>) -> String? {
        var text = Substring(String(decoding: document, as: UTF8.self))
        while text.hasPrefix("<?") || text.hasPrefix("<!") {
            let end = text.hasPrefix("<!--") ? "-->" : ">"
            guard let end = text.firstRange(of: end) else { return nil }
            text = text[end.upperBound...].drop(while: \.isWhitespace)
        }
        guard text.hasPrefix("<") else { return nil }
        let name = text.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        return name.split(separator: ":").last.map(String.init)
    }
}
