import Primitives
import TestSupport
import Testing

@testable import Manifests

@Suite struct IdentityRuleTests {
    private func uri(_ text: String) throws -> ResolvedURI { try #require(ResolvedURI(text)) }

    @Test func `a parameter that the application calls volatile does not count`() throws {
        let rule = IdentityRule(volatileParameters: ["Viewer", "ab-test"])
        let plain = rule.identity(of: try uri("http://h/v/s.ts?q=1"), kind: .segment)
        for text in [
            "http://h/v/s.ts?q=1&viewer=5", "http://h/v/s.ts?VIEWER=6&q=1",
            "http://h/v/s.ts?q=1&ab%2Dtest=x&token=7",
        ] {
            #expect(rule.identity(of: try uri(text), kind: .segment) == plain)
            #expect(
                IdentityRule.usual.identity(of: try uri(text), kind: .segment) != plain,
                "\(text) has nothing that only the application knows")
        }
        #expect(rule.identity(of: try uri("http://h/v/s.ts?q=2&viewer=5"), kind: .segment) != plain)
    }

    @Test func `the usual rule is the identity of the URL`() throws {
        let uri = try uri("http://h/v/s.ts?q=1&token=2")
        #expect(
            IdentityRule.usual.identity(of: uri, kind: .segment)
                == CanonicalIdentity(uri, kind: .segment))
    }

    @Test func `the application's name stands for the URL, and for nothing beside`() throws {
        let rule = IdentityRule(name: { url in
            url.firstRange(of: "/viewer-").map { String(url[$0.upperBound...].drop { $0 != "/" }) }
        })
        let one = try uri("http://a/viewer-1/low/5.ts?t=1")
        let two = try uri("https://b/viewer-2/low/5.ts?t=1")
        let range = ByteRange(offset: 0, length: 5)
        #expect(
            rule.identity(of: one, kind: .segment) == rule.identity(of: two, kind: .segment))
        #expect(
            rule.identity(of: one, byteRange: range, kind: .segment)
                != rule.identity(of: two, kind: .segment))
        #expect(rule.identity(of: one, kind: .segment) != rule.identity(of: two, kind: .part))
        // Without a name the URL itself counts.
        let plain = try uri("http://a/low/5.ts?t=1")
        #expect(
            rule.identity(of: plain, kind: .segment) == CanonicalIdentity(plain, kind: .segment))
        // A name is no URL, even if it reads like one's path.
        let named = IdentityRule(name: { _ in "/low/5.ts" })
        #expect(
            named.identity(of: one, kind: .segment)
                != CanonicalIdentity(try uri("http://a/low/5.ts"), kind: .segment))
        // A content has a name of its own in the options.
        #expect(
            rule.identity(of: one, kind: .content) == CanonicalIdentity(one, kind: .content))
    }

    /// Pieces of URLs, of which those that are kept make the identity and the others do not.
    @Test func `whatever is put in that says who asks, the identity stays; else it does not`()
        throws
    {
        let seed = testSeed
        var random = SeededRandom(seed: seed)
        let volatile = [
            "token=%61", "Expires=9", "X-Amz-Signature=z", "hdnts=exp=1~hmac=2", "sig=%2F",
            "q=eyJhbGciOiJ9.eyJzdWIiOiJ9.sig", "CMCD=bl%3D1", "_=17",
        ]
        let kept = ["id=1", "id=2", "v=%7e", "start=5", "q=", "q", "x=a%26b", "lang=en"]
        let hosts = ["http://a", "https://b:8443", "http://u:p@c", "http://[2001:db8::1]:80"]
        var seen: [[String]: CanonicalIdentity] = [:]
        for round in 0..<2_000 {
            let count = Int.random(in: 0...3, using: &random)
            let query = (0..<count).compactMap { _ in kept.randomElement(using: &random) }
            var all = query
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                guard let piece = volatile.randomElement(using: &random) else { continue }
                all.insert(piece, at: Int.random(in: 0...all.count, using: &random))
            }
            let host = try #require(hosts.randomElement(using: &random))
            let text = host + "/p/s.ts" + (all.isEmpty ? "" : "?" + all.joined(separator: "&"))
            let identity = CanonicalIdentity(try uri(text), kind: .segment)
            #expect(
                seen[query, default: identity] == identity,
                "seed \(seed), round \(round): \(text)")
            seen[query] = identity
        }
        #expect(Set(seen.values).count == seen.count, "seed \(seed): two queries are one")
    }
}
