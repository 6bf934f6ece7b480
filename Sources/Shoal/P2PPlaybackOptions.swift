public import Foundation

/// What the application knows of one media asset; every field may be left out.
public struct P2PPlaybackOptions: Sendable {
    /// A stable name of the asset across signed URLs and devices.
    ///
    /// Without one it is derived from the URL without the query parts that change from viewer to
    /// viewer. Never reuse a name for other bytes. It does not reach peers or tracker in clear.
    public var contentId: String?

    /// What the URL leads to, where it has no extension: `m3u8`, `mpd`, `mp4`, `mp3`, or a media type.
    ///
    /// It decides how the origin is asked first; what it answers has the last word.
    public var mimeType: String?

    /// Names of query parameters that never change what the origin serves, beside those known as such.
    ///
    /// They are left out when URLs are compared, so that viewers whose URLs differ in them share. Tokens,
    /// signatures, expiry times and session ids of the usual names are known already. Letter case does not
    /// matter. The origin still gets every URL as it is.
    public var volatileParameters: [String]

    /// Names what a URL of this asset serves, where URLs alone do not tell.
    ///
    /// By default two URLs serve the same if they have the same path and the same query, but for
    /// parameters that are volatile; host, scheme and port do not count. That does not hold where the path
    /// has something of the viewer in it (`/viewer-17/low/5.ts`), or where a parameter that is usually
    /// volatile selects the media.
    ///
    /// Asked, on any thread, for each playlist and each segment. Return the same text for the same bytes
    /// on every device and never for other bytes (`low/5.ts`), or nil to leave it to the default. It does
    /// not reach peers or tracker in clear. Byte ranges and the kinds of resources are told apart besides.
    public var segmentIdentity: (@Sendable (URL) -> String?)?

    /// Keys of those who may say what the segments of this asset are, as `shoal-sign key` prints them.
    ///
    /// With any, the engine looks beside the manifest, or the file, for the list of roots that `shoal-sign`
    /// has put there, while playback goes on. Segments that a list signed by one of these
    /// names are exchanged without a notary's word; those that it contradicts come from the CDN alone.
    public var publisherKeys: [String]

    /// Whether such a list counts that nobody or somebody else has signed, if it came over verified TLS.
    public var trustsOriginRoots: Bool

    /// Headers for the media origin alone: not for peers, tracker, logs, or another host on redirect.
    public var originHeaders: [String: String]

    /// Where credentials for the media origin come from that expire or go into the query, if any do.
    public var originCredentials: OriginCredentials?

    /// Whether nothing is added to media playlists any more, although they do not say so.
    var endsPlaylists = false

    /// Whether this session may exchange media with peers; the tracker's policy can only forbid it.
    public var isP2PEnabled: Bool

    /// Whether this session may upload to peers; it may take from them all the same.
    public var isUploadEnabled: Bool

    /// Options with what is left out at its default.
    public init(
        contentId: String? = nil, mimeType: String? = nil, originHeaders: [String: String] = [:],
        isP2PEnabled: Bool = true, isUploadEnabled: Bool = true,
        volatileParameters: [String] = [], publisherKeys: [String] = [],
        trustsOriginRoots: Bool = false,
        segmentIdentity: (@Sendable (URL) -> String?)? = nil,
        originCredentials: OriginCredentials? = nil
    ) {
        self.contentId = contentId
        self.mimeType = mimeType
        self.volatileParameters = volatileParameters
        self.segmentIdentity = segmentIdentity
        self.publisherKeys = publisherKeys
        self.trustsOriginRoots = trustsOriginRoots
        self.originHeaders = originHeaders
        self.originCredentials = originCredentials
        self.isP2PEnabled = isP2PEnabled
        self.isUploadEnabled = isUploadEnabled
    }
}
