import Foundation
import Primitives
import TestSupport
import Testing

@testable import Manifests

@Suite struct SteeringManifestTests {
    private func uri(_ text: String) throws -> ResolvedURI { try #require(ResolvedURI(text)) }

    private func document(_ text: String) throws -> JSON {
        try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    private func manifest(_ text: String) throws -> SteeringManifest? {
        SteeringManifest(try document(text), from: try uri("https://steer.example/v1/s?x=1"))
    }

    private func rewritten(_ text: String) throws -> JSON {
        let manifest = try #require(try manifest(text))
        var numbers: [PathwayClone: Int] = [:]
        for (number, clone) in manifest.clones.enumerated() { numbers[clone] = number }
        return manifest.rewriting(
            reload: { "/reload\($0.afterSite)" }, playlist: { "http://us/playlist\($0.afterSite)" },
            number: { numbers[$0] })
    }

    @Test(arguments: [
        "{}",
        #" { "VERSION" : 1, "TTL":300,"PATHWAY-PRIORITY":["B","A"], "X":{"a":[1,-2.5e3,null]} } "#,
        #"{"PATHWAY-CLONES":[]}"#, #"{"PATHWAY-CLONES":[{"ID":"B"},7,"x"],"RELOAD-URI":5}"#,
        #"{"RELOAD-URI":"data:application/json,1"}"#,
    ])
    func `what names nothing stays as it is`(_ text: String) throws {
        #expect(try rewritten(text) == document(text))
    }

    @Test func `every value of a document is read, and printed as it was`() throws {
        let text = #"{"a":[null,true,false,-2.5,300,"1","true",{},[]],"b":{"c":"\u00e4\/"}}"#
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let printed = String(decoding: try encoder.encode(try document(text)), as: UTF8.self)
        #expect(printed == #"{"a":[null,true,false,-2.5,300,"1","true",{},[]],"b":{"c":"ä/"}}"#)
    }

    @Test(arguments: [
        "", "x", "{", #"{"a":}"#, "{} {}", #"{"a" 1}"#, String(repeating: "[", count: 100_000),
        #"{"a":1e999}"#, #"{"a":"\ud800"}"#,
    ])
    func `what is no JSON is not read`(_ text: String) {
        #expect(throws: DecodingError.self) { try document(text) }
    }

    @Test(arguments: ["[]", "1", "null", #""a""#])
    func `what is no object is no manifest`(_ text: String) throws {
        #expect(try manifest(text) == nil)
    }

    @Test func `the next manifest is asked for through us`() throws {
        #expect(
            try rewritten(#"{"TTL":1,"RELOAD-URI":"\/v2\/s?a=\u0026"}"#)
                == document(#"{"TTL":1,"RELOAD-URI":"/reload/v2/s?a=&"}"#))
    }

    @Test(arguments: [
        (#"{"HOST":"b.example"}"#, #"{"PARAMS":{"shoal-pathway":"0"}}"#),
        ("{}", #"{"PARAMS":{"shoal-pathway":"0"}}"#),
        (#"{"PARAMS":{}}"#, #"{"PARAMS":{"shoal-pathway":"0"}}"#),
        (
            #"{ "PARAMS": {"t":"1"}, "HOST":"b", "X":1 }"#,
            #"{ "PARAMS": {"shoal-pathway":"0","t":"1"}, "X":1 }"#
        ),
        (
            #"{"PER-VARIANT-URIS":{"v":"https://b/v.m3u8?q=1"},"PER-RENDITION-URIS":{"r":"//c/r"}}"#,
            #"{"PARAMS":{"shoal-pathway":"0"},"PER-VARIANT-URIS":{"v":"http://us/playlist/v.m3u8?q=1"},"#
                + #""PER-RENDITION-URIS":{"r":"http://us/playlist/r"}}"#
        ),
        // Players would not find a parameter in this, and must not leave for another host.
        (#"{"PARAMS":7,"HOST":"b"}"#, #"{"PARAMS":7}"#),
    ])
    func `a clone stays with us, and says which it is`(_ before: String, _ after: String) throws {
        let head = #"{"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"B","URI-REPLACEMENT":"#
        #expect(try rewritten("\(head)\(before)}]}") == document("\(head)\(after)}]}"))
    }

    @Test(arguments: [
        (
            #""HOST":"b.example""#, "https://a.example/x/v.m3u8?t=1",
            "https://b.example/x/v.m3u8?t=1"
        ),
        (#""HOST":"b.example""#, "https://a.example:8443/v", "https://b.example:8443/v"),
        (#""HOST":"b.example:99""#, "https://u:p@a.example:8443/v", "https://u:p@b.example:99/v"),
        (#""HOST":"[2001:db8::1]""#, "https://[2001:db8::2]:81/v", "https://[2001:db8::1]:81/v"),
        (#""HOST":"b""#, "https://[2001:db8::2]/v", "https://b/v"),
        (#""PARAMS":{"b":"x y","a":"ä&"}"#, "https://a/v", "https://a/v?a=%C3%A4%26&b=x+y"),
        (#""PARAMS":{"t":"2"}"#, "https://a/v?s=%2f&t=1&u&t=3", "https://a/v?s=%2f&t=2&u"),
        (#""HOST":"","PARAMS":{"":"1"}"#, "https://a/v?", "https://a/v?"),
    ])
    func `what is asked for on its way`(_ replacement: String, _ base: String, _ expected: String)
        throws
    {
        let text = #"{"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"B","URI-REPLACEMENT":{"#
        let manifest = try #require(try manifest("\(text)\(replacement)}}]}"))
        let clone = try #require(manifest.clones.first)
        #expect(try clone.uri(of: uri(base))?.text == expected)
    }

    @Test(arguments: [
        ("data:,a%20b", "a b"), ("data:application/json,%7B%7D", "{}"), ("data:;base64,", ""),
        ("data:application/json;charset=utf-8;base64,eyJhIjoiKy8_In0", nil),
        ("data:application/json;base64,eyJhIjoifj8ifQ==", #"{"a":"~?"}"#),
        ("data:application/json;base64,fj8%2F", "~??"), ("data:x", nil), ("https://a/,b", nil),
    ])
    func `a document in a URI`(_ text: String, _ expected: String?) throws {
        let bytes = DataURI(try uri(text))?.bytes
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func `damaged ones neither trap nor are read otherwise than they are`() throws {
        var random = SeededRandom(seed: testSeed)
        let whole =
            #"{"TTL":300,"RELOAD-URI":"r","PATHWAY-CLONES":[{"BASE-ID":"A","ID":"B","#
            + #""URI-REPLACEMENT":{"HOST":"h","PARAMS":{"a":"\u00e4"},"PER-VARIANT-URIS":{"v":"w"}}}]}"#
        let base = try uri("https://steer.example/")
        var read = 0
        for round in 0..<5_000 {
            var source = Array(whole.utf8)
            Mutation.mutate(&source, &random)
            let document: JSON
            do {
                document = try JSONDecoder().decode(JSON.self, from: Data(source))
            } catch is DecodingError {
                continue
            }
            guard let manifest = SteeringManifest(document, from: base) else { continue }
            read += 1
            let rewritten = manifest.rewriting(reload: \.text, playlist: \.text) { _ in 1 }
            let again = SteeringManifest(rewritten, from: base)
            #expect(
                again?.clones.map(\.id) == manifest.clones.map(\.id),
                "seed \(testSeed), round \(round): \(String(decoding: source, as: UTF8.self))")
            #expect(again?.clones.allSatisfy { $0.host == nil } ?? false)
        }
        #expect(read > 100)
    }
}
