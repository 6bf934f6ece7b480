import Testing

@testable import Manifests

@Suite struct RelativeReferenceTests {
    @Test(arguments: [
        ("http://h/a/m.m3u8", "http://h/a/s.ts", "s.ts"),
        ("http://h/a/m.m3u8", "http://h/a/v/s.ts?x=1", "v/s.ts?x=1"),
        ("http://h/a/b/m.m3u8", "http://h/a/c/s.ts", "../c/s.ts"),
        ("http://h/a/b/m.m3u8", "http://h/s.ts", "../../s.ts"),
        ("http://h/m.m3u8", "http://h/a%20b/s.ts", "a%20b/s.ts"),
        ("http://h/m.m3u8", "http://h/a:b.ts", "./a:b.ts"),
        ("http://h/m.m3u8", "http://h/a:b/c.ts", "./a:b/c.ts"),
        ("http://h/m.m3u8", "http://h/", "./"),
        ("http://h/m.m3u8", "http://h//x/s.ts", ".//x/s.ts"),
        ("http://h/a/m.m3u8", "http://h/a/m.m3u8", "m.m3u8"),
    ])
    func `it is short, and leads there`(_ base: String, _ target: String, _ text: String) throws {
        let base = try #require(ResolvedURI(base))
        let target = try #require(ResolvedURI(target))
        #expect(RelativeReference.text(of: target, from: base) == text)
        #expect(base.resolving(text) == target)
    }

    @Test func `to another site there is none`() throws {
        let base = try #require(ResolvedURI("http://h/a/m.m3u8"))
        for text in ["https://h/a/s.ts", "http://g/a/s.ts", "http://h:81/a/s.ts"] {
            let target = try #require(ResolvedURI(text))
            #expect(RelativeReference.text(of: target, from: base) == nil)
        }
    }
}
