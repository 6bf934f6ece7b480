import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct SDKKeyTests {
    private static let contentKey = Redacted(Samples.filled(0x99))
    /// CRC-32 as Python's zlib computes it over the bytes before.
    private static let golden =
        "shoal1.AQl0LmV4YW1wbGUbWHd3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3iIiIiIiIiI"
        + "iIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIgEZGVtb-7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u"
        + "7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u6ZmZmZmZmZmZmZmZ"
        + "mZmZmZmZmZmZmZmZmZmZmZmZmZmYIo9a4"

    private func key() throws -> SDKKey {
        SDKKey(pass: try Samples.pass(), contentKey: Self.contentKey)
    }

    /// The text of bytes that need not be a key.
    private func text(_ bytes: some Sequence<UInt8>) -> String { "shoal1." + bytes.base64url }

    private func bytes() throws -> [UInt8] {
        try #require([UInt8](base64url: try key().text.dropFirst("shoal1.".count)))
    }

    @Test func `a key has the text it always had`() throws {
        let key = try key()
        #expect(key.text == Self.golden)
        #expect(try SDKKey(parsing: Self.golden) == key)
        #expect(
            try bytes().hex.hasPrefix(Samples.passHex + Samples.hex(0x99, 32)))
    }

    @Test func `the signature is over a context and what the tracker sees`() throws {
        let pass = try Samples.pass()
        #expect(pass.signedBytes.hex == Array("sdk-v1".utf8).hex + Samples.passFields)
    }

    @Test(arguments: [" ", "\n", "\r\n", "\t \n"])
    func `white space around a key is forgiven`(space: String) throws {
        let parsed = try SDKKey(parsing: space + Self.golden + space)
        #expect(parsed == (try key()))
    }

    @Test(arguments: ["", "shoal", "shoal1", "shoal2.", "Shoal1.AAAA", "xshoal1.AAAA", "  "])
    func `a key that begins otherwise is none`(text: String) {
        #expect(throws: SDKKeyError.wrongPrefix) { try SDKKey(parsing: text) }
    }

    @Test func `characters that do not belong are found`() throws {
        let text = try key().text
        for bad in ["=", "+", "/", " ", "é", "\u{0}"] {
            let middle = text.index(text.startIndex, offsetBy: 40)
            let broken = text[..<middle] + bad + text[middle...]
            #expect(throws: SDKKeyError.notBase64) { try SDKKey(parsing: String(broken)) }
        }
    }

    @Test func `a key cut short is found at every length`() throws {
        let bytes = try bytes()
        for count in 0..<bytes.count {
            #expect(throws: SDKKeyError.truncated) {
                try SDKKey(parsing: text(bytes.prefix(count)))
            }
        }
        let whole = try key().text
        for count in 7..<whole.count {
            #expect(throws: SDKKeyError.self) { try SDKKey(parsing: String(whole.prefix(count))) }
        }
        #expect(throws: SDKKeyError.trailingBytes) { try SDKKey(parsing: text(bytes + [0])) }
    }

    @Test func `another version is named`() throws {
        let other = [2] + (try bytes().dropFirst())
        #expect(throws: SDKKeyError.unknownVersion(2)) { try SDKKey(parsing: text(other)) }
    }

    @Test func `one changed character is always found`() throws {
        let digits = Array("ABab09-_")
        let whole = Array(try key().text)
        for index in 7..<whole.count {
            for digit in digits where digit != whole[index] {
                var changed = whole
                changed[index] = digit
                #expect(throws: SDKKeyError.self) { try SDKKey(parsing: String(changed)) }
            }
        }
    }

    @Test func `a mistyped key is told from a cut one`() throws {
        var bytes = try bytes()
        bytes[60] ^= 1
        #expect(throws: SDKKeyError.wrongChecksum) { try SDKKey(parsing: text(bytes)) }
    }

    @Test(arguments: ["", " ", "a b", "é", "a\n", "\u{7f}"])
    func `a name that cannot be printed is refused`(name: String) {
        #expect(throws: WireError.invalidValue) { try Samples.pass(host: name) }
        #expect(throws: WireError.invalidValue) { try Samples.pass(app: name) }
    }

    @Test func `names are read up to their limits`() throws {
        let host = String(repeating: "h", count: 100)
        let app = String(repeating: "a", count: 64)
        let key = SDKKey(
            pass: try Samples.pass(host: host, app: app), contentKey: Self.contentKey)
        #expect(try SDKKey(parsing: key.text) == key)
        #expect(throws: WireError.tooLarge) { try Samples.pass(host: host + "h") }
        #expect(throws: WireError.tooLarge) { try Samples.pass(app: app + "a") }
    }

    @Test func `a name out of its range is refused in a text too`() throws {
        let bytes = try bytes()
        for (offset, value): (Int, UInt8) in [(1, 0), (1, 101), (2, 0x20), (2, 0x80)] {
            var changed = bytes
            changed[offset] = value
            #expect(throws: SDKKeyError.invalidField) { try SDKKey(parsing: text(changed)) }
        }
    }

    @Test func `no description shows the content key`() throws {
        let key = try key()
        let words = String(describing: Samples.filled(0x99).words.0)
        #expect(!"\(key)".contains(words))
        #expect(!String(reflecting: key).contains(words))
    }

    @Test func `every error says what is wrong`() {
        let errors: [SDKKeyError] = [
            .wrongPrefix, .notBase64, .unknownVersion(9), .truncated, .trailingBytes,
            .invalidField, .wrongChecksum,
        ]
        let texts = errors.map { "\($0)" }
        #expect(Set(texts).count == errors.count)
        #expect(texts.allSatisfy { $0.hasPrefix("the SDK key ") })
    }
}
