import Crypto
import Manifests
import Primitives
import TrackerWire
import Testing

@testable import Engine

@Suite struct RootListTrustTests {
    private static let plain = "http://cdn/film/m.m3u8.roots"
    private static let secure = "https://cdn/film/m.m3u8.roots"

    private static func list(content: String = "") throws -> RootList {
        SampleRoots.list(["1.ts": try TestSegment(length: 100, seed: 1)], content: content)
    }

    private static func level(
        _ list: RootList, publishers: [SigningKey] = [SampleRoots.publisher],
        content: String? = nil, believesOrigin: Bool = false, asked: String = plain,
        answered: String? = nil
    ) throws -> ProvenanceLevel? {
        let trust = RootListTrust(
            publishers: publishers.map(\.publicKey), content: content,
            believesOrigin: believesOrigin)
        return trust.level(
            of: list, asked: try SampleRoots.uri(asked), answered: answered ?? asked)
    }

    @Test func `the signature of a trusted publisher counts, wherever it comes from`() throws {
        let list = SampleRoots.signed(try Self.list())
        #expect(try Self.level(list) == .publisher)
        #expect(try Self.level(list, asked: Self.secure) == .publisher)
        #expect(
            try Self.level(list, publishers: [SampleRoots.stranger, SampleRoots.publisher])
                == .publisher)
    }

    @Test func `no other signature counts, and no list without one`() throws {
        #expect(try Self.level(Self.list()) == nil)
        let list = try Self.list()
        #expect(try Self.level(SampleRoots.signed(list, by: SampleRoots.stranger)) == nil)
        #expect(try Self.level(SampleRoots.signed(list), publishers: []) == nil)
        let forged = list.signed(
            by: SampleRoots.publisher.publicKey.value, SampleRoots.stranger.sign)
        #expect(try Self.level(forged) == nil)
        // Not even where the origin is believed: somebody has changed it.
        #expect(try Self.level(forged, believesOrigin: true, asked: Self.secure) == nil)
    }

    @Test func `a signature is over this list, and over what it is for`() throws {
        let list = try Self.list()
        let other = SampleRoots.list(["1.ts": try TestSegment(length: 100, seed: 2)])
        let moved = list.signed(by: SampleRoots.publisher.publicKey.value) { _ in
            SampleRoots.publisher.sign(other.signedBytes)
        }
        #expect(try Self.level(moved) == nil)
        let bare = list.signed(by: SampleRoots.publisher.publicKey.value) { bytes in
            SampleRoots.publisher.sign(Array(bytes.dropFirst("roots-v1".utf8.count)))
        }
        #expect(try Self.level(bare) == nil)
    }

    @Test func `a list for one content says nothing of another`() throws {
        let list = SampleRoots.signed(try Self.list(content: "film"))
        #expect(try Self.level(list, content: "film") == .publisher)
        #expect(try Self.level(list, content: "other") == nil)
        #expect(try Self.level(list, content: nil) == nil)
        #expect(try Self.level(SampleRoots.signed(Self.list()), content: "film") == .publisher)
    }

    @Test(arguments: [
        (secure, secure, true, ProvenanceLevel.origin), (secure, secure, false, nil),
        (plain, plain, true, nil), (plain, secure, true, nil), (secure, plain, true, nil),
        (secure, "nonsense", true, nil), (secure, "https://elsewhere/list", true, .origin),
    ])
    func `an origin is believed over TLS, where that is asked for`(
        _ asked: String, _ answered: String, _ believes: Bool, _ level: ProvenanceLevel?
    ) throws {
        for list in [
            try Self.list(), SampleRoots.signed(try Self.list(), by: SampleRoots.stranger),
        ] {
            #expect(
                try Self.level(list, believesOrigin: believes, asked: asked, answered: answered)
                    == level)
        }
    }

    @Test func `without anybody to trust no list is worth asking for`() {
        #expect(!RootListTrust.none.isAny)
        #expect(RootListTrust(publishers: [], content: nil, believesOrigin: true).isAny)
        let one = [SampleRoots.publisher.publicKey]
        #expect(RootListTrust(publishers: one, content: nil, believesOrigin: false).isAny)
    }
}
