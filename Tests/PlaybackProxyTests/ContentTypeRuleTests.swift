import PlaybackProxy
import Testing

@Suite struct ContentTypeRuleTests {
    private typealias Manifest = ContentTypeRule.Manifest

    private static let mpd = "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<MPD xmlns=\"urn:x\">"

    @Test(
        arguments: [
            ("application/vnd.apple.mpegurl", "#EXTM3U\n", .hls),
            ("Audio/MpegURL; charset=utf-8", "#EXTM3U\n", .hls),
            ("video/mp2t", "#EXTM3U\n#EXT-X-VERSION:3", .hls),
            ("text/plain", "\u{feff}#EXTM3U\r\n", .hls),
            (nil, "#EXTM3U", .hls),
            ("application/x-mpegurl", "\n #EXTM3U\n", .hls),
            ("text/plain", "\n #EXTM3U\n", nil),
            ("application/vnd.apple.mpegurl", "s0.ts\ns1.ts", nil),
            ("application/vnd.apple.mpegurl", "", nil),
            ("application/dash+xml", mpd, .dash),
            ("text/xml", mpd, .dash),
            (nil, "\u{feff}<MPD/>", .dash),
            ("application/octet-stream", "<dash:MPD xmlns:dash=\"u\">", .dash),
            ("application/dash+xml; charset=utf-8", "<!-- long", .dash),
            ("text/html", "<!DOCTYPE html><html><MPD>", nil),
            ("text/xml", "<MPDX>", nil),
            ("text/xml", "<?xml version=\"1.0\"?><!-- <MPD> -->", nil),
            ("application/dash+xml", "{\"error\": 1}", nil),
            ("video/mp4", "\0\0\0\u{18}ftypmp42", nil),
            (nil, "", nil),
            (nil, "G@\u{11}", nil),
        ] as [(String?, String, Manifest?)])
    private func `R16, B1, B10: type and first bytes decide together`(
        _ type: String?, _ start: String, _ expected: Manifest?
    ) {
        let found = ContentTypeRule.manifest(contentType: type, firstBytes: Array(start.utf8))
        #expect(found == expected)
    }

    @Test func `any start of a manifest's bytes is read without trapping`() {
        let bytes = [0xef, 0xbb, 0xbf] + Array(Self.mpd.utf8)
        for count in 0...bytes.count {
            _ = ContentTypeRule.manifest(
                contentType: nil, firstBytes: Array(bytes.prefix(count)))
        }
    }

    @Test(
        arguments: [
            ("video/mp2t", nil, "video/mp2t"),
            (nil, nil, nil),
            ("application/x-mpegURL", .hls, "application/x-mpegURL"),
            ("video/mp2t", .hls, "application/vnd.apple.mpegurl"),
            (nil, .hls, "application/vnd.apple.mpegurl"),
            ("application/dash+xml; charset=utf-8", .dash, "application/dash+xml; charset=utf-8"),
            ("text/xml", .dash, "application/dash+xml"),
        ] as [(String?, Manifest?, String?)])
    private func `R16: the origin's type passes unless it is wrong for a manifest`(
        _ origin: String?, _ manifest: Manifest?, _ expected: String?
    ) {
        #expect(ContentTypeRule.contentType(origin: origin, manifest: manifest) == expected)
    }
}
