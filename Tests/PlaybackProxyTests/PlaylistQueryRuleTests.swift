import Manifests
import Testing

@testable import PlaybackProxy

@Suite struct PlaylistQueryRuleTests {
    @Test(
        arguments: [
            ("#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n", true),
            ("#EXTM3U\r\n#EXT-X-DEFINE: QUERYPARAM=\"t\"\r\ns.ts", true),
            ("#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n", false),
            ("#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"a\"\n", false),
            ("#EXTM3U\n# QUERYPARAM=\ns.ts?QUERYPARAM=1\n", false), ("", false),
        ])
    func `a playlist uses its query if a definition says so`(_ text: String, _ isUsed: Bool) {
        #expect(PlaylistQueryRule(Array(text.utf8)).isUsed == isUsed)
    }

    @Test func `only a request without any query lacks it`() throws {
        let rule = PlaylistQueryRule(Array("#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n".utf8))
        let base = try #require(ResolvedURI("https://cdn.example/a.m3u8?t=1&u=2"))
        let plain = try #require(ResolvedURI("https://cdn.example/a.m3u8"))
        #expect(rule.missing(from: nil, base: base) == "t=1&u=2")
        #expect(rule.missing(from: "t=0", base: base) == nil)
        #expect(rule.missing(from: nil, base: plain) == nil)
        #expect(PlaylistQueryRule([]).missing(from: nil, base: base) == nil)
    }
}
