import Engine
import Manifests
import Primitives

/// Turns an accepted playlist into what the player is given and what the engine needs to know.
struct PlaylistMapping {
    /// The playlist with our paths in the place of its URIs; every other byte as it was.
    let rewritten: [UInt8]
    /// The track, if it is a media playlist.
    let track: TrackDescription?
    /// The ranges of segments that are parts of a file, by the file's URI.
    let ranges: [ResolvedURI: [Range<Int>: SegmentID]]

    /// `path` mints a path for a resource; `uri` is what was asked for, before any redirect.
    init(
        _ playlist: HLSPlaylist, of uri: ResolvedURI, bitrate: Int?, keys: ContentKeys,
        path: (Resource) -> String
    ) {
        let trackID = keys.track(CanonicalIdentity(uri, kind: .playlist))
        let media = playlist.media
        var segments: [HLSReference: HLSSegment] = [:]
        for segment in media?.segments ?? [] where !segment.isGap {
            segments[segment.reference] = segment
        }
        var bitrates: [HLSReference: Int] = [:]
        for variant in playlist.multivariant?.variants ?? [] {
            bitrates[variant.reference] = variant.averageBandwidth ?? variant.bandwidth
        }
        var described: [TrackDescription.Segment] = []
        var ranges: [ResolvedURI: [Range<Int>: SegmentID]] = [:]
        rewritten = playlist.rewriting { reference, resolved in
            switch reference.role.treatment {
            case .playlist:
                return path(.playlist(resolved, bitrate: bitrates[reference]))
            case .originOnly:
                return path(.file(resolved))
            case .direct:
                return resolved.text
            case .media:
                guard let segment = segments[reference] else { return path(.file(resolved)) }
                let id = SegmentID(track: trackID, number: segment.number)
                described.append(Self.describe(segment, at: resolved, keys: keys))
                guard let range = segment.byteRange else { return path(.segment(id, resolved)) }
                ranges[resolved, default: [:]][range.offset..<range.end] = id
                return path(.segmentedFile(resolved, trackID))
            }
        }
        self.ranges = ranges
        track = media.map { media in
            TrackDescription(
                id: trackID, segments: described, isLive: media.isLive, bitrate: bitrate)
        }
    }

    private static func describe(
        _ segment: HLSSegment, at uri: ResolvedURI, keys: ContentKeys
    ) -> TrackDescription.Segment {
        let identity = CanonicalIdentity(uri, byteRange: segment.byteRange, kind: .segment)
        return TrackDescription.Segment(
            number: segment.number, key: keys.segment(identity), url: uri.text,
            byteRange: segment.byteRange.map { $0.offset..<$0.end }, start: segment.start,
            duration: segment.duration)
    }
}
