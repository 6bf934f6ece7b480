import Engine
import Manifests
import Primitives

/// Turns an accepted playlist into what the player is given and what the engine needs to know.
struct PlaylistMapping {
    /// The playlist with our paths in the place of its URIs; every other byte as it was.
    let rewritten: [UInt8]
    /// The track, if it is a media playlist.
    let track: TrackDescription?
    /// Everything that has a path of ours.
    let named: Set<Resource>
    /// The segments that are parts of a file, by their ranges.
    let files: [Resource: [Range<Int>: SegmentID]]
    /// The bits per second of the playlists that a multivariant one names.
    let bitrates: [ResolvedURI: Int]
    /// What those playlists are beside each other; one that is a variant too is a main one.
    let families: [ResolvedURI: TrackFamily]
    /// The playlists that a multivariant one names, by the tracks that they describe.
    let playlists: [TrackID: ResolvedURI]

    /// `path` mints a path for a resource; `uri` is what was asked for, before any redirect.
    ///
    /// With `keepingQueries` the playlists' paths end in their queries, which players read variables
    /// from.
    init(
        _ playlist: HLSPlaylist, of uri: ResolvedURI, bitrate: Int?,
        family: TrackFamily = .main, keepingQueries: Bool, keys: ContentKeys,
        path: (Resource) -> String
    ) {
        let trackID = keys.track(CanonicalIdentity(uri, kind: .playlist))
        let media = playlist.media
        var segments: [HLSReference: HLSSegment] = [:]
        for segment in media.map({ Array($0.segments) }) ?? [] where !segment.isGap {
            // No bytes are none that could be asked for.
            guard segment.byteRange?.length != 0 else { continue }
            segments[segment.reference] = segment
        }
        var variantBitrates: [HLSReference: Int] = [:]
        for variant in playlist.multivariant?.variants ?? [] {
            variantBitrates[variant.reference] = variant.averageBandwidth ?? variant.bandwidth
        }
        var renditionTypes: [HLSReference: String] = [:]
        for rendition in playlist.multivariant?.renditions ?? [] {
            if let reference = rendition.reference { renditionTypes[reference] = rendition.type }
        }
        var described: [TrackDescription.Segment] = []
        var named: Set<Resource> = []
        var files: [Resource: [Range<Int>: SegmentID]] = [:]
        var bitrates: [ResolvedURI: Int] = [:]
        var families: [ResolvedURI: TrackFamily] = [:]
        var playlists: [TrackID: ResolvedURI] = [:]
        func minted(_ resource: Resource) -> String {
            named.insert(resource)
            return path(resource)
        }
        rewritten = playlist.rewriting { reference, resolved in
            switch reference.role.treatment {
            case .playlist:
                // Of one rendition with several audio groups, the least says most of itself.
                if let bitrate = variantBitrates[reference] {
                    bitrates[resolved] = min(bitrate, bitrates[resolved] ?? bitrate)
                }
                if let family = TrackFamily(
                    reference, renditionType: renditionTypes[reference]),
                    families[resolved] != .main
                {
                    families[resolved] = family
                }
                playlists[keys.track(CanonicalIdentity(resolved, kind: .playlist))] = resolved
                let query = keepingQueries ? resolved.query.map { "?\($0)" } : nil
                return minted(.playlist(resolved)) + (query ?? "")
            case .originOnly:
                return minted(.file(resolved))
            case .direct:
                return resolved.text
            case .media:
                guard let segment = segments[reference] else { return minted(.file(resolved)) }
                let id = SegmentID(track: trackID, number: segment.number)
                described.append(Self.describe(segment, at: resolved, keys: keys))
                guard let range = segment.byteRange else { return minted(.segment(id, resolved)) }
                let file = Resource.segmentedFile(trackID, resolved)
                files[file, default: [:]][range.offset..<range.end] = id
                return minted(file)
            }
        }
        self.named = named
        self.files = files
        self.bitrates = bitrates
        self.families = families
        self.playlists = playlists
        track = media.map { media in
            TrackDescription(
                id: trackID, segments: described, isLive: media.isLive, bitrate: bitrate,
                family: family)
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
