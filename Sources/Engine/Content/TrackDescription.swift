package import Manifests
package import Primitives
package import SwarmCore

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
        package let kind: SegmentTiming.Kind

        package init(
            number: UInt64, key: SegmentKey, url: String, byteRange: Range<Int>?,
            start: Duration, duration: Duration, version: FileVersion? = nil,
            kind: SegmentTiming.Kind = .whole
        ) {
            self.number = number
            self.key = key
            self.url = url
            self.byteRange = byteRange
            self.start = start
            self.duration = duration
            self.version = version
            self.kind = kind
        }

        /// The same segment, where the playlist begins that much earlier.
        package func moved(by offset: Duration) -> Segment {
            Segment(
                number: number, key: key, url: url, byteRange: byteRange, start: start + offset,
                duration: duration, version: version, kind: kind)
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

    /// The same track, where the playlist begins that much earlier.
    package func moved(by offset: Duration) -> TrackDescription {
        guard offset != .zero else { return self }
        return TrackDescription(
            id: id, segments: segments.map { $0.moved(by: offset) }, kept: kept, isLive: isLive,
            bitrate: bitrate, family: family)
    }
}
