import PlaybackProxy
import Testing

@Suite struct FinishedPlaylistTests {
    private func ending(_ text: String) -> String {
        String(decoding: FinishedPlaylist.ending(Array(text.utf8)), as: UTF8.self)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a media playlist without its end gets one, on a line of its own`(_ newline: String) {
        let lines = ["#EXTM3U", "#EXTINF:2,", "a.ts"].joined(separator: newline)
        #expect(ending(lines) == lines + "\n#EXT-X-ENDLIST\n")
        #expect(ending(lines + newline) == lines + newline + "#EXT-X-ENDLIST\n")
    }

    @Test(arguments: [
        "#EXTM3U\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST",
        "#EXTM3U\n#EXT-X-ENDLIST\n#EXTINF:2,\na.ts\n",
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", "#EXTM3U\n", "",
    ])
    func `what has an end, or no segments, is as it was`(_ text: String) {
        #expect(ending(text) == text)
    }
}
