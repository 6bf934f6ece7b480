import Primitives
import TestSupport
import Testing

/// Hexadecimal and base64url.
@Suite struct TextTests {
    @Test(arguments: [("", []), ("00ff", [0, 255]), ("DeadBeef", [0xde, 0xad, 0xbe, 0xef])])
    func `hexadecimal digits are bytes`(text: String, bytes: [UInt8]) {
        #expect([UInt8](hex: text) == bytes)
        #expect(bytes.hex == text.lowercased())
    }

    @Test(arguments: ["0", "abc", "0g", "0x", " 00", "é0", "-1"])
    func `other text is not hexadecimal`(text: String) {
        #expect([UInt8](hex: text) == nil)
    }

    /// The vectors of RFC 4648 section 10, without padding, and the two digits that differ in URLs.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("\u{3e}\u{3f}\u{7f}?~", "Pj9_P34"),
    ])
    func `base64url is that of the RFC`(plain: String, text: String) {
        #expect(plain.utf8.base64url == text)
        #expect([UInt8](base64url: text) == Array(plain.utf8))
    }

    @Test func `the digits of URLs are used`() {
        #expect([0xfb, 0xff, 0xfe].base64url == "-__-")
        #expect([UInt8](base64url: "-__-") == [0xfb, 0xff, 0xfe])
    }

    @Test(arguments: ["A", "AAAAA", "Zg==", "Zh", "Zm9", "+/+/", "Zm 9v", "Zm9v\n", "Zé"])
    func `a second spelling of bytes is refused`(text: String) {
        #expect([UInt8](base64url: text) == nil)
    }

    @Test func `random bytes survive both`() {
        var random = SeededRandom(seed: testSeed)
        for count in 0..<100 {
            let bytes = random.bytes(count)
            #expect([UInt8](hex: bytes.hex) == bytes)
            #expect([UInt8](base64url: bytes.base64url) == bytes)
        }
    }
}
