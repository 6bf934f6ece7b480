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

    /// Headers for the media origin alone: not for peers, tracker, logs, or another host on redirect.
    public var originHeaders: [String: String]

    /// Whether this session may exchange media with peers; the tracker's policy can only forbid it.
    public var isP2PEnabled: Bool

    /// Whether this session may upload to peers; it may take from them all the same.
    public var isUploadEnabled: Bool

    /// Options with what is left out at its default.
    public init(
        contentId: String? = nil, mimeType: String? = nil, originHeaders: [String: String] = [:],
        isP2PEnabled: Bool = true, isUploadEnabled: Bool = true
    ) {
        self.contentId = contentId
        self.mimeType = mimeType
        self.originHeaders = originHeaders
        self.isP2PEnabled = isP2PEnabled
        self.isUploadEnabled = isUploadEnabled
    }
}
