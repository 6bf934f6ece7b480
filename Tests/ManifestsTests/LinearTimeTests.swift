import Testing

@testable import Manifests

/// Shapes that take minutes if anything is done per pair of them, and moments if not.
@Suite(.timeLimit(.minutes(1))) struct LinearTimeTests {
    @Test(arguments: [
        ("#EXT-X-MAP:URI=\"a\"", ",A=1", 100_000), ("#EXT-X-MAP:URI=\"a\"", ",", 300_000),
        ("#EXT-X-MAP:", "\"", 300_000), ("", "{$a", 300_000), ("", "a/../", 100_000),
        ("", "\r", 300_000), ("", " ", 300_000), ("#EXT-X-BYTERANGE:", "9", 300_000),
        ("", "#EXTINF:6.006,\nseg.ts?token=x\n", 25_000),
        ("", "#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"1\"\n", 25_000),
        ("", "#EXT-X-MAP:URI=\"p\"\n", 25_000), ("", "#EXT-X-KEY:URI=\"k\"\n", 25_000),
    ])
    func `a long playlist of one kind of thing is read`(
        _ start: String, _ repeated: String, _ count: Int
    ) throws {
        let base = try #require(ResolvedURI("http://h/a/p.m3u8"))
        let text = "#EXTM3U\n#EXTINF:1\n" + start + String(repeating: repeated, count: count)
        let source = Array((text + "\nend.ts\n").utf8)
        guard let playlist = HLSPlaylist.parse(source, from: base) else { return }
        #expect(playlist.rewriting { _, _ in nil } == source)
        #expect(
            playlist.rewriting { _, _ in "/m" }.count <= source.count + playlist.references.count)
    }

    @Test func `a URI that is a heap of dots or of parameters has an identity`() throws {
        let base = try #require(ResolvedURI("http://h/a/p.m3u8"))
        for piece in ["a/../", "../", "x=1&", "token=1;", ";a=1/", "%7e", "~hmac=", "."] {
            let count = (ResolvedURI.longest - 32) / piece.utf8.count
            for prefix in ["", "?", "?x="] {
                let uri = base.resolving(prefix + String(repeating: piece, count: count))
                #expect(CanonicalIdentity(try #require(uri), kind: .segment).bytes.count < 20_000)
            }
        }
    }
}
