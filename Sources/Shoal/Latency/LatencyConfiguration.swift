public import Foundation

/// One content in its default and its low-latency form, and how the viewer may see it.
public struct LatencyConfiguration: Sendable {
    /// One place where the content is.
    public struct Source: Hashable, Sendable {
        /// An `http` or `https` URL.
        public var url: URL
        /// What it leads to, where the URL has no extension: `m3u8`, `mpd`, or a media type.
        public var type: String?

        /// A source, of the type that its URL tells unless it is given.
        public init(url: URL, type: String? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// The modes beside the default that this viewer may use.
    public struct AllowedModes: Hashable, Sendable {
        /// Whether low latency may be used; where it may not, its sources are not even asked for.
        public var low: Bool

        /// Every mode, unless it is said otherwise.
        public init(low: Bool = true) { self.low = low }
    }

    /// The default sources: the first that can be played is.
    public var media: [Source]

    /// The low-latency sources, all of the same live content: the first that can be played is.
    ///
    /// One counts once its manifest has been read and says that it is live.
    public var lowLatencyMedia: [Source]

    /// The mode in which to begin; where it is not available, that is `def`, and no error.
    public var initialMode: LatencyMode

    /// The modes that this viewer may use.
    public var allowedModes: AllowedModes

    /// What the application knows of the content, for the sources of both modes.
    ///
    /// Their bytes differ, so a `contentId` is that of the default; that of the low-latency form is the
    /// same with `#low` after it.
    public var options: P2PPlaybackOptions

    /// A configuration with what is left out at its default.
    public init(
        media: [Source], lowLatencyMedia: [Source] = [], initialMode: LatencyMode = .def,
        allowedModes: AllowedModes = AllowedModes(),
        options: P2PPlaybackOptions = P2PPlaybackOptions()
    ) {
        self.media = media
        self.lowLatencyMedia = lowLatencyMedia
        self.initialMode = initialMode
        self.allowedModes = allowedModes
        self.options = options
    }
}
