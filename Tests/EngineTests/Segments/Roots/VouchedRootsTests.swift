import Crypto
import Manifests
import Primitives
import TrackerWire
import Testing

@testable import Engine

@Suite struct VouchedRootsTests {
    private static let trust = RootListTrust(
        publishers: [SampleRoots.publisher.publicKey], content: nil, believesOrigin: false)

    private static func roots(_ bytes: [UInt8]) throws -> VouchedRoots? {
        VouchedRoots(
            decoding: bytes, from: try SampleRoots.source(), trust: trust, keys: SampleRoots.keys)
    }

    @Test func `segments have the names that the engine gives them, by any host or token`() throws {
        let one = try TestSegment(length: 100_000, seed: 1)
        let two = try TestSegment(length: 5, seed: 2)
        let list = SampleRoots.signed(SampleRoots.list(["v/1.ts": one, "../2.ts": two]))
        let roots = try #require(try Self.roots(list.encode()))
        #expect(roots.count == 2)
        #expect(roots[try SampleRoots.key("v/1.ts")]?.root == one.root)
        #expect(roots[try SampleRoots.key("v/1.ts")]?.length == 100_000)
        let above = SampleRoots.keys.segment(at: try SampleRoots.uri("http://h/2.ts"))
        #expect(roots[above]?.root == two.root)
        #expect(roots[try SampleRoots.key("1.ts")] == nil)
        #expect(roots.level == .publisher)
    }

    @Test func `what is no list, or has a wrong signature, gives nothing`() throws {
        let one = try TestSegment(length: 100, seed: 1)
        let list = SampleRoots.signed(SampleRoots.list(["1.ts": one]))
        var bytes = list.encode()
        #expect(try Self.roots(bytes) != nil)
        bytes[bytes.count - 1] ^= 1
        #expect(try Self.roots(bytes) == nil)
        #expect(try Self.roots(Array("#EXTM3U".utf8)) == nil)
        #expect(try Self.roots([]) == nil)
    }

    @Test func `ranges are segments by where they are in their file`() throws {
        let one = try TestSegment(length: 100, seed: 1)
        let range = try #require(ByteRange(offset: 7, length: 100))
        let list = RootList(
            content: "",
            entries: [
                RootList.Entry(
                    uri: "all.mp4",
                    resource: .ranges([RootList.RangeRoot(range: range, root: one.root)]))
            ])
        let roots = VouchedRoots(
            list, level: .publisher, from: try SampleRoots.source(), keys: SampleRoots.keys)
        let uri = try SampleRoots.uri("http://cdn/film/all.mp4")
        #expect(roots[SampleRoots.keys.segment(at: uri, byteRange: range)]?.root == one.root)
        #expect(roots[SampleRoots.keys.segment(at: uri, byteRange: range)]?.length == 100)
        #expect(roots[SampleRoots.keys.segment(at: uri)] == nil)
    }

    private static let film = "http://cdn/film/film.mp4?quality=3"

    private static func pieces(
        _ name: String = "film.mp4", listed: Int = 300_000, version length: Int?,
        base: String = film
    ) throws -> VouchedRoots {
        let roots = [1, 2].map { Root(Bytes32(words: ($0, 0, 0, 0))) }
        let list = RootList(
            content: "",
            entries: [
                RootList.Entry(uri: name, resource: .file(length: listed, pieces: roots))
            ])
        let version = length.flatMap {
            FileVersion(length: $0, entityTag: "\"v1\"", lastModified: nil)
        }
        return VouchedRoots(
            list, level: .publisher, from: try SampleRoots.source(base, version: version),
            keys: SampleRoots.keys)
    }

    @Test func `pieces are those of the version that the origin has now`() throws {
        let roots = try Self.pieces(version: 300_000)
        #expect(roots.count == 2)
        let version = try #require(
            FileVersion(length: 300_000, entityTag: "\"v1\"", lastModified: nil))
        let part = try #require(ByteRange(offset: 256 << 10, length: 300_000 - 256 << 10))
        let key = SampleRoots.keys.segment(
            CanonicalIdentity(
                file: try SampleRoots.uri(Self.film), version: version, piece: part))
        #expect(roots[key]?.root == Root(Bytes32(words: (2, 0, 0, 0))))
        #expect(roots[key]?.length == part.length)
    }

    @Test func `a file of another length, another file and none have no pieces`() throws {
        #expect(try Self.pieces(version: 300_001).count == 0)
        #expect(try Self.pieces("other.mp4", version: 300_000).count == 0)
        #expect(try Self.pieces(version: nil).count == 0)
    }

    @Test func `two lists have two names, and one list has one`() throws {
        let one = try TestSegment(length: 100, seed: 1)
        let two = try TestSegment(length: 100, seed: 2)
        #expect(
            try SampleRoots.vouched(["1.ts": one]).list
                == SampleRoots.vouched(["1.ts": one]).list)
        #expect(
            try SampleRoots.vouched(["1.ts": one]).list
                != SampleRoots.vouched(["1.ts": two]).list)
    }
}
