import Foundation

/// Small playlists that the tests of the rules share.
enum RuleMedia {
    static let vod = """
        #EXTM3U
        #EXT-X-TARGETDURATION:2
        #EXT-X-KEY:METHOD=AES-128,URI="key"
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:2,
        s0.mp4
        #EXTINF:2,
        s1.mp4
        #EXT-X-ENDLIST

        """

    /// A window of three segments, of which the last is the newest.
    static func live(to newest: Int) -> String {
        let segments = (newest - 2...newest).map { "#EXTINF:2,\ns\($0).mp4\n" }.joined()
        return "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(newest - 2)\n\(segments)"
    }

    /// An origin that has a playlist, and whose other files are their own names.
    static func answer(
        _ request: AnsweringOrigin.Request, playlist: String, headers: [String] = []
    ) -> [UInt8] {
        let path = request.target.prefix { $0 != "?" }
        return path.hasSuffix(".m3u8")
            ? AnsweringOrigin.answer(
                headers: ["Content-Type: application/vnd.apple.mpegurl"] + headers,
                body: Array(playlist.utf8))
            : AnsweringOrigin.answer(headers: headers, body: Array(path.utf8))
    }
}
