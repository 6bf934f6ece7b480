import Crypto
import Manifests
import Primitives
import TrackerWire
import Testing

@testable import Engine

/// A publisher, and what lists say of a segment or two.
enum SampleRoots {
    static let publisher = SigningKey(seed: Bytes32(words: (6, 6, 6, 6)))
    static let stranger = SigningKey(seed: Bytes32(words: (7, 7, 7, 7)))
    static let keys = ContentKeys(
        contentKey: Bytes32(words: (1, 1, 1, 1)), contentID: Array("film".utf8))

    static func list(_ segments: [String: TestSegment], content: String = "") -> RootList {
        RootList(
            content: content,
            entries: segments.map { name, segment in
                RootList.Entry(
                    uri: name,
                    resource: .segment(
                        RootList.SegmentRoot(length: segment.length, root: segment.root)))
            })
    }

    static func signed(_ list: RootList, by key: SigningKey = publisher) -> RootList {
        list.signed(by: key.publicKey.value, key.sign)
    }

    static func uri(_ text: String) throws -> ResolvedURI { try #require(ResolvedURI(text)) }

    static func source(
        _ base: String = "http://cdn/film/m.m3u8", version: FileVersion? = nil,
        answered: String? = nil
    ) throws -> VouchedRoots.Source {
        let base = try uri(base)
        let asked = try #require(RootList.place(beside: base))
        return VouchedRoots.Source(
            base: base, version: version, asked: asked, answered: answered ?? asked.text)
    }

    /// As they stand for the names that `key` has.
    static func vouched(_ segments: [String: TestSegment]) throws -> VouchedRoots {
        VouchedRoots(list(segments), level: .publisher, from: try source(), keys: keys)
    }

    static func key(_ name: String) throws -> SegmentKey {
        keys.segment(at: try uri("https://other/film/\(name)?token=7"))
    }
}
