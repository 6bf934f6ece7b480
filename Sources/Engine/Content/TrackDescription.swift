package import Manifests
package import Primitives

/// What an accepted playlist says of one track: the segments that can be asked for.
package struct TrackDescription: Sendable {
    package struct Segment: Sendable {
        package let number: UInt64
        package let key: SegmentKey
        /// Where the origin serves it; never leaves the engine.
        package let url: String
        /// The bytes of `url` that are the segment, or nil for all of them.
        package let byteRange: Range<Int>?
        /// Distance from the start of the playlist.
        package let start: Duration
        package let duration: Duration
        /// Of the file that the segment is a piece of; what the origin answers must be of it.
        package let version: FileVersion?

        package init(
            number: UInt64, key: SegmentKey, url: String, byteRange: Range<Int>?,
            start: Duration, duration: Duration, version: FileVersion? = nil
        ) {
            self.number = number
            self.key = key
            self.url = url
            self.byteRange = byteRange
            self.start = start
            self.duration = duration
            self.version = version
        }
    }

    package let id: TrackID
    /// In order of number; without those that are `kept`.
    package let segments: [Segment]
    /// Numbers of which the description before said the same but for the start, as nothing but the
    /// beginning of the playlist has changed for them; nil if `segments` are all.
    package let kept: Range<UInt64>?
    package let isLive: Bool
    /// Peak bits per second that the multivariant playlist names, to guess lengths before any is known.
    package let bitrate: Int?
    package let family: TrackFamily

    package init(
        id: TrackID, segments: [Segment], kept: Range<UInt64>? = nil, isLive: Bool, bitrate: Int?,
        family: TrackFamily = .main
    ) {
        self.kept = kept
        self.family = family
        self.id = id
        self.segments = segments
        self.isLive = isLive
        self.bitrate = bitrate
    }
}
