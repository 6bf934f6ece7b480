import Crypto
package import Manifests
package import Primitives

/// Derives every name that tracker and peers see of one content, so that none of them tells a URL.
///
/// The content key comes with the SDK key and never leaves the engine: without it, a known URL
/// cannot be tested against a swarm id, a track id or a segment key.
package struct ContentKeys: Sendable {
    package let swarm: SwarmID
    private let segments: Bytes32
    package let rule: IdentityRule

    /// Keys of the content that the application, or its URL, calls `contentID`.
    package init(contentKey: Bytes32, contentID: [UInt8], rule: IdentityRule = .usual) {
        self.rule = rule
        swarm = SwarmID(contentKey: contentKey, contentID: contentID)
        segments = keyedHash(key: contentKey, Array("shoal-content-v1".utf8) + contentID)
    }

    /// The track whose playlist is there, for whomever it is; of kind `part`, the track of its parts.
    package func track(
        at uri: ResolvedURI, kind: CanonicalIdentity.Kind = .playlist
    ) -> TrackID {
        track(rule.identity(of: uri, kind: kind))
    }

    /// The name by which the notary knows what is there, for whomever it is.
    package func segment(
        at uri: ResolvedURI, byteRange: ByteRange? = nil, kind: CanonicalIdentity.Kind = .segment
    ) -> SegmentKey {
        segment(rule.identity(of: uri, byteRange: byteRange, kind: kind))
    }

    /// Shows whoever has the same SDK key that what is written down beside a stored segment is as it was.
    func seal(_ bytes: [UInt8]) -> Bytes32 {
        keyedHash(key: segments, Array("stored".utf8) + bytes)
    }

    /// The track whose playlist has this canonical identity.
    package func track(_ identity: CanonicalIdentity) -> TrackID {
        TrackID(keyedHash(key: segments, Array("track".utf8) + identity.bytes).prefix64)
    }

    /// The name by which the notary knows the segment with this canonical identity.
    package func segment(_ identity: CanonicalIdentity) -> SegmentKey {
        SegmentKey(keyedHash(key: segments, Array("segment".utf8) + identity.bytes))
    }
}
