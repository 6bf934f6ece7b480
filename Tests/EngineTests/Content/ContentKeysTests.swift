import Crypto
import Manifests
import Primitives
import Testing

@testable import Engine

@Suite struct ContentKeysTests {
    private static let key = Bytes32(words: (1, 2, 3, 4))
    private static let otherKey = Bytes32(words: (1, 2, 3, 5))
    private static let contentID = Array("https://cdn.example/show/master.m3u8".utf8)

    private static func keys(
        _ key: Bytes32 = key, _ contentID: [UInt8] = contentID
    ) -> ContentKeys {
        ContentKeys(contentKey: key, contentID: contentID)
    }

    private static func identity(
        _ url: String, _ kind: CanonicalIdentity.Kind = .segment
    ) throws -> CanonicalIdentity {
        CanonicalIdentity(try #require(ResolvedURI(url)), kind: kind)
    }

    @Test func `two viewers of one content use the same names`() throws {
        let first = Self.keys()
        let second = Self.keys()
        #expect(first.swarm == second.swarm)
        let plain = try Self.identity("https://cdn.example/show/s1.ts")
        let signed = try Self.identity("https://cdn.example/show/s1.ts?token=abc")
        #expect(first.segment(plain) == second.segment(signed))
    }

    /// Whoever knows the URL and not the key learns nothing by trying.
    @Test func `without the key a dictionary of URLs matches nothing`() throws {
        let dictionary = [
            "https://cdn.example/show/master.m3u8", "https://cdn.example/show/s1.ts",
            "https://cdn.example/show/v0/index.m3u8",
        ]
        let real = Self.keys()
        let segment = real.segment(try Self.identity("https://cdn.example/show/s1.ts"))
        let track = real.track(
            try Self.identity("https://cdn.example/show/v0/index.m3u8", .playlist))
        for word in dictionary {
            for key in [Self.otherKey, Bytes32(words: (0, 0, 0, 0))] {
                #expect(Self.keys(key, Array(word.utf8)).swarm != real.swarm)
                for kind in [CanonicalIdentity.Kind.segment, .playlist, .content] {
                    let identity = try Self.identity(word, kind)
                    for content in [Array(word.utf8), identity.bytes] {
                        let guess = Self.keys(key, content)
                        #expect(guess.segment(identity) != segment)
                        #expect(guess.track(identity) != track)
                    }
                }
            }
        }
    }

    @Test func `swarm, tracks and segments of two contents have nothing in common`() throws {
        let one = Self.keys()
        let two = Self.keys(Self.key, Array("another".utf8))
        let segment = try Self.identity("https://cdn.example/show/s1.ts")
        #expect(one.swarm != two.swarm)
        #expect(one.segment(segment) != two.segment(segment))
        #expect(one.track(segment) != two.track(segment))
    }

    @Test func `the parts of one file are different segments`() throws {
        let uri = try #require(ResolvedURI("https://cdn.example/all.ts"))
        let identities = [nil, ByteRange(offset: 0, length: 10), ByteRange(offset: 10, length: 10)]
            .map { CanonicalIdentity(uri, byteRange: $0, kind: .segment) }
        #expect(Set(identities.map { Self.keys().segment($0) }).count == 3)
    }
}
