import PlaybackProxy
import Primitives
import Testing

@Suite struct EntityTagTests {
    private let tag = EntityTag(key: .zero)

    @Test func `it is strong, quoted, and the same each time`() throws {
        #expect(tag.text == "\"\(String(repeating: "0", count: 32))\"")
        #expect(tag == EntityTag(key: .zero))
        let other = try #require(Bytes32(Array(repeating: 1, count: 32)))
        #expect(tag != EntityTag(key: other))
    }

    @Test func `a manifest's follows its content`() {
        let first = EntityTag(content: Array("#EXTM3U\n".utf8))
        #expect(first == EntityTag(content: Array("#EXTM3U\n".utf8)))
        #expect(first != EntityTag(content: Array("#EXTM3U\r".utf8)))
        #expect(first != EntityTag(content: []))
        #expect(first.text.hasPrefix("\"") && first.text.hasSuffix("\""))
    }

    @Test func `a manifest's follows its version`() {
        #expect(EntityTag(version: 7) == EntityTag(version: 7))
        #expect(EntityTag(version: 7) != EntityTag(version: 8))
        #expect(EntityTag(version: 7).matches(ifNoneMatch: "\"x\", \"v7\""))
    }

    @Test(
        arguments: [
            ("TAG", true), ("W/TAG", true), ("*", true), (" * ", true),
            ("\"a\", TAG", true), ("\"a\",W/TAG,\"b\"", true), ("\"a,b\", TAG", true),
            ("\"a\"", false), ("", false), ("\"", false), ("\"TAG", false), ("\"*\"", false),
            ("a, *", false),
        ])
    func `If-None-Match compares weakly over a list`(_ header: String, _ expected: Bool) {
        let text = header.replacing("TAG", with: tag.text)
        #expect(tag.matches(ifNoneMatch: text) == expected)
    }

    @Test func `without If-None-Match nothing matches`() {
        #expect(!tag.matches(ifNoneMatch: nil))
    }

    @Test(
        arguments: [
            ("TAG", true), ("W/TAG", false), ("\"a\"", false), ("", false), ("*", false),
            ("Mon, 30 Nov 2026 04:50:39 GMT", false), ("TAG, \"a\"", false),
        ])
    func `If-Range compares strongly with one tag`(_ header: String, _ expected: Bool) {
        #expect(tag.allowsRange(ifRange: header.replacing("TAG", with: tag.text)) == expected)
    }

    @Test func `without If-Range a range counts`() {
        #expect(tag.allowsRange(ifRange: nil))
    }
}
