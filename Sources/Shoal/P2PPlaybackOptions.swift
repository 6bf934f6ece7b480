/// What the application knows of one media asset; every field may be left out.
public struct P2PPlaybackOptions: Sendable {
    /// A stable name of the asset across signed URLs and devices.
    ///
    /// Without one it is derived from the URL without the query parts that change from viewer to
    /// viewer. Never reuse a name for other bytes. It does not reach peers or tracker in clear.
    public var contentId: String?

    /// Headers for the media origin alone: not for peers, tracker, logs, or another host on redirect.
    public var originHeaders: [String: String]

    /// Whether this session may exchange media with peers; the tracker's policy can only forbid it.
    public var isP2PEnabled: Bool

    /// Whether this session may upload to peers; it may take from them all the same.
    public var isUploadEnabled: Bool

    /// Options with what is left out at its default.
    public init(
        contentId: String? = nil, originHeaders: [String: String] = [:], isP2PEnabled: Bool = true,
        isUploadEnabled: Bool = true
    ) {
        self.contentId = contentId
        self.originHeaders = originHeaders
        self.isP2PEnabled = isP2PEnabled
        self.isUploadEnabled = isUploadEnabled
    }
}
