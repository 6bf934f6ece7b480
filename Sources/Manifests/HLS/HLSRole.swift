/// What a URI in a playlist is for.
package enum HLSRole: Hashable, Sendable, CaseIterable {
    /// A media playlist, on the line after `EXT-X-STREAM-INF`.
    case variant
    /// A media playlist of key frames: `EXT-X-I-FRAME-STREAM-INF`.
    case iFrameVariant
    /// A media playlist of still pictures: `EXT-X-IMAGE-STREAM-INF`.
    case imageVariant
    /// A media playlist of one audio, video or subtitle track: `EXT-X-MEDIA`.
    case rendition
    /// Another media playlist of the same content, as `EXT-X-RENDITION-REPORT` names it.
    case renditionReport
    case segment
    /// `EXT-X-MAP`.
    case initSegment
    /// `EXT-X-PART`.
    case part
    /// A part or an init segment that does not exist yet: `EXT-X-PRELOAD-HINT`.
    case preloadHint
    /// Sixteen bytes that decrypt segments: `EXT-X-KEY`, `EXT-X-SESSION-KEY` without a key system.
    case key
    /// The same tags, where a key system of the player's own (`KEYFORMAT`) understands the URI.
    case licence
    /// `EXT-X-SESSION-DATA`.
    case sessionData
    /// `EXT-X-CONTENT-STEERING`.
    case steering
    /// Another content that a player plays in between: `X-ASSET-URI` of `EXT-X-DATERANGE`.
    case interstitial
    /// A list of these: `X-ASSET-LIST` of `EXT-X-DATERANGE`.
    case interstitialList
}

extension HLSRole {
    /// What a proxy does with a URI of this role.
    package enum Treatment: Hashable, Sendable {
        /// Proxied, and rewritten in its turn.
        ///
        /// What it is mapped to should end in the query of the original: `EXT-X-DEFINE:QUERYPARAM` makes a
        /// player read the address that it used, and refuse the playlist if the parameter is not there.
        case playlist
        /// Proxied; its bytes may come from peers.
        case media
        /// Proxied with the session's headers and cookies; never taken from peers nor given to them.
        case originOnly
        /// Proxied, since what it leads to names other hosts for what is proxied.
        case steering
        /// Not proxied. Where it is relative it has to be written out, or it would be looked for at
        /// the proxy.
        case direct
    }

    package var treatment: Treatment {
        switch self {
        // A report must name the same URI as the variant, or a player does not match them.
        case .variant, .iFrameVariant, .imageVariant, .rendition, .renditionReport: .playlist
        case .segment, .initSegment, .part, .preloadHint: .media
        // Both may be behind the cookie or token that the playlist came with.
        case .key, .sessionData: .originOnly
        case .steering: .steering
        // A licence server talks to the player's key system; an interstitial names URIs of its own in
        // JSON that nothing here rewrites, and an advertisement is another content.
        case .licence, .interstitial, .interstitialList: .direct
        }
    }
}
