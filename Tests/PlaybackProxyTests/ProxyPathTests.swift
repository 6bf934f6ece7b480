import PlaybackProxy
import Primitives
import Testing

@Suite struct ProxyPathTests {
    private let token: Bytes32
    private let text: String

    init() throws {
        token = try #require(Bytes32((0..<32).map { UInt8($0 * 7) }))
        text = token.bytes.base64url
    }

    private func parse(_ path: String) -> ProxyPath? {
        ProxyPath(path) { [token] in $0 == token }
    }

    @Test(
        arguments: [
            ("/live/s000.ts", "s000.ts"),
            ("/a/b/seg%2Fx-1_2.m4s", "seg%2Fx-1_2.m4s"),
            ("/a/init.mp4;v=1,2&c='d'(e)!$*+=:@~", "init.mp4;v=1,2&c='d'(e)!$*+=:@~"),
            ("/a/no-extension", "no-extension"),
            ("/a/", ""),
            ("", ""),
            ("/a/é ü.ts", "%C3%A9%20%C3%BC.ts"),
            ("/a/x?y#z\"<>[]\\^`{|}.ts", "x%3Fy%23z%22%3C%3E%5B%5D%5C%5E%60%7B%7C%7D.ts"),
            ("/a/..", ""),
            ("/a/%2e%2E", ""),
            ("/a/.%2e", ""),
            ("/a/...", "..."),
        ])
    func `R15, B12, B14: the last component is kept, so that players see its extension`(
        _ originPath: String, _ name: String
    ) throws {
        let path = ProxyPath(
            token: Redacted(token), id: "a_-9", originPath: originPath)
        #expect(path.text == "/s/\(text)/a_-9/\(name)")
        let parsed = try #require(parse(path.text))
        #expect(parsed.id == "a_-9" && parsed.name == name)
        #expect(parsed.token == Redacted(token))
    }

    @Test func `no other path is one`() {
        let good = "/s/\(text)/id/s.ts"
        #expect(parse(good) != nil)
        let flipped = (text.first == "A" ? "B" : "A") + text.dropFirst()
        let others = [
            "", "/", "/s", "/s/", "/s/\(text)", "/s/\(text)/", "/s/\(text)/id",
            "s/\(text)/id/s.ts", "//\(text)/id/s.ts", "/S/\(text)/id/s.ts",
            "/s/\(flipped)/id/s.ts", "/s/\(text.dropLast())/id/s.ts",
            "/s/\(text)A/id/s.ts", "/s/\(text)=/id/s.ts", "/s//id/s.ts",
            "/s/\(text)//id/s.ts", "/s/\(text)//s.ts",
            "/s/\(text)/../id/s.ts", "/s/\(text)/i%64/s.ts",
            "/s/\(text)/i.d/s.ts", "/s/\(text)/\(String(repeating: "v", count: 65))/id/s.ts",
            "/x/s/\(text)/id/s.ts", "http://127.0.0.1/s/\(text)/id/s.ts",
        ]
        for other in others { #expect(parse(other) == nil, "\(other)") }
    }

    @Test func `what stands below an id is kept as it is`() {
        for name in ["a/s.ts", "../s.ts", "a/b/$Number%05d$.m4s", "//x", "%2e%2e/s%20.ts"] {
            #expect(parse("/s/\(text)/id/\(name)")?.name == name)
        }
    }

    @Test func `the token has one spelling`() {
        // The last of 43 digits holds four bits; the two left over must be zero.
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let spellings = digits.filter { parse("/s/\(text.dropLast())\($0)/id/s.ts") != nil }
        #expect(spellings.count == 1)
    }

    @Test func `the comparison is the caller's`() {
        #expect(ProxyPath("/s/\(text)/id/s.ts") { _ in false } == nil)
        let zero = Bytes32.zero.bytes.base64url
        #expect(ProxyPath("/s/\(zero)/id/s.ts") { $0 == .zero } != nil)
    }

    @Test func `no description shows the token`() throws {
        let path = try #require(parse("/s/\(text)/id/s.ts"))
        #expect(!"\(path)".contains(text) && !"\(path)".contains(token.hex))
    }
}
