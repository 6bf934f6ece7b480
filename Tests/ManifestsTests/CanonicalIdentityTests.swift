import Primitives
import Testing

@testable import Manifests

@Suite struct CanonicalIdentityTests {
    private func identity(
        _ text: String, _ range: ByteRange? = nil, _ kind: CanonicalIdentity.Kind = .segment
    ) throws -> CanonicalIdentity {
        CanonicalIdentity(try #require(ResolvedURI(text)), byteRange: range, kind: kind)
    }

    @Test(arguments: [
        "https://cdn2.test:444/v/s1.ts", "http://u:p@cdn/v/s1.ts#f", "http://cdn/v/s1.ts?",
        "http://cdn/v/s1.ts?Token=abc&EXPIRES=99", "http://cdn/v/s1.ts?to%6ben=abc",
        "http://cdn/v/s1.ts?Policy=a&Signature=b&Key-Pair-Id=c",
        "http://cdn/v/s1.ts?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c",
        "http://cdn/v/s1.ts?hdnts=exp=1~acl=/*~hmac=2", "http://cdn/v/s1.ts?t=exp%3D1~hmac%3D2",
        "http://cdn/v/s1.ts?q=eyJhbGciOiJ9.eyJzdWIiOiJ9.sig", "http://cdn/v/s1.ts?wowzatokenhash=1",
        "http://cdn/hdntl=exp=1~acl=%2f*~hmac=2/v/s1.ts", "http://cdn/v/s1.ts;jsessionid=5",
        "http://cdn/v/s1.ts?sv=2022&se=2030&sr=b&sp=r&sig=x", "http://cdn/v/s1.ts?st=a&e=1",
        "http://cdn/v/s1.ts?md5=a&expires=1", "http://cdn/v/s1.ts?CMCD=bl%3D1",
        "http://cdn/%76/s1.ts",
    ])
    func `who asks, until when and where does not change what is asked for`(_ text: String) throws {
        #expect(try identity(text) == identity("http://cdn/v/s1.ts"))
    }

    @Test(arguments: [
        "http://cdn/v/s2.ts", "http://cdn/w/s1.ts", "http://cdn/v/s1.ts?quality=1",
        "http://cdn/v/s1.ts?quality=2", "http://cdn/v/s1.ts?e=1", "http://cdn/v/s1.ts?md5=1",
        "http://cdn/v/s1.ts?st=1", "http://cdn/v/s1.ts?a=1&b=2", "http://cdn/v/s1.ts?tokens=1",
        "http://cdn/v/s1.ts;v=2", "http://cdn/v/S1.ts", "http://cdn/v%2Fs1.ts",
        "http://cdn/v//s1.ts",
    ])
    func `anything else makes another resource`(_ text: String) throws {
        #expect(try identity(text) != identity("http://cdn/v/s1.ts"))
        #expect(try identity(text + (text.contains("?") ? "&" : "?") + "token=1") == identity(text))
    }

    @Test func `two that differ in a parameter that counts stay apart`() throws {
        #expect(try identity("http://h/v?id=1&token=a") != identity("http://h/v?id=2&token=a"))
        #expect(try identity("http://h/v?id=%2f") == identity("http://h/v?id=%2F"))
        #expect(try identity("http://h/v?a=1&token=x&b=2") == identity("http://h/v?a=1&b=2"))
    }

    @Test func `byte range and kind count`() throws {
        let range = ByteRange(offset: 0, length: 10)
        let identities = [
            try identity("http://h/v"), try identity("http://h/v", range),
            try identity("http://h/v", ByteRange(offset: 0, length: 11)),
            try identity("http://h/v", ByteRange(offset: 1, length: 10)),
            try identity("http://h/v", ByteRange(offset: 0, length: 0)),
            try identity("http://h/v", nil, .initSegment), try identity("http://h/v", nil, .part),
            try identity("http://h/v", nil, .playlist), try identity("http://h/v", nil, .content),
        ]
        #expect(Set(identities.map(\.bytes)).count == identities.count)
    }

    @Test func `contents of two sites are two`() throws {
        let first = try identity("http://One.test/live.m3u8?token=1", nil, .content)
        #expect(try first == identity("https://one.test:443/live.m3u8", nil, .content))
        for other in ["http://two.test", "https://one.test:444", "http://one.test:443"] {
            #expect(try first != identity("\(other)/live.m3u8", nil, .content))
        }
    }

    @Test func `the bytes are the same in every version`() throws {
        let range = ByteRange(offset: 1, length: 2)
        let bytes = try identity("https://h/a/b%2fc.ts?x=%7e&token=1", range).bytes
        #expect(
            bytes.hex
                == "03" + "01" + "0000000000000001" + "0000000000000002" + "00000000" + "0000000b"
                + Array("/a/b%2Fc.ts".utf8).hex + Array("x=~".utf8).hex)
    }
}
