import Manifests
import Testing

@testable import PlaybackProxy

@Suite struct PlaylistQueryRuleTests {
    private func rule(_ lines: String) throws -> PlaylistQueryRule {
        let base = try #require(ResolvedURI("https://cdn.example/a.m3u8?t=1&u=2"))
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines
        return PlaylistQueryRule(
            try #require(HLSPlaylist.parse(Array(text.utf8), from: base)))
    }

    @Test(
        arguments: [
            ("#EXT-X-DEFINE:QUERYPARAM=\"t\"\n", true),
            ("#EXT-X-DEFINE: QUERYPARAM=\"none\"\r\ns.ts", true),
            ("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n", false),
            ("#EXT-X-DEFINE:IMPORT=\"a\"\n", false),
            ("# QUERYPARAM=\ns.ts?QUERYPARAM=1\n", false), ("", false),
        ])
    func `a playlist uses its query if a definition says so`(_ lines: String, _ isUsed: Bool)
        throws
    {
        #expect(try rule(lines).isUsed == isUsed)
    }

    @Test func `only a request without any query lacks it`() throws {
        let rule = try rule("#EXT-X-DEFINE:QUERYPARAM=\"t\"\n")
        let base = try #require(ResolvedURI("https://cdn.example/a.m3u8?t=1&u=2"))
        let plain = try #require(ResolvedURI("https://cdn.example/a.m3u8"))
        #expect(rule.missing(from: nil, base: base) == "t=1&u=2")
        #expect(rule.missing(from: "t=0", base: base) == nil)
        #expect(rule.missing(from: nil, base: plain) == nil)
        #expect(try self.rule("").missing(from: nil, base: base) == nil)
    }
}
