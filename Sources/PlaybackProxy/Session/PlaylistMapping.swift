import Engine
import Manifests
import Primitives

/// Turns an accepted playlist, or a part of it, into what the player is given and what the engine needs
/// to know.
struct PlaylistMapping {
    /// The playlist with our paths in the place of its URIs; every other byte as it was.
    private(set) var rewritten: [UInt8] = []
    /// Where in `rewritten` each checkpoint of the playlist is, that is in the part or begins it.
    private(set) var marks: [Int] = []
    /// What each reference has a path of ours for.
    private(set) var names: [PlaylistNames.Name] = []
    /// The track, if it is a media playlist.
    let trackID: TrackID?
    /// The segments that can be asked for.
    private(set) var segments: [TrackDescription.Segment] = []
    /// The parts of those segments, if there are any.
    let parts: ListedParts?
    /// The segments that are parts of a file, by their ranges.
    private(set) var files: [Resource: [Range<Int>: SegmentID]] = [:]
    /// The same of low-latency parts.
    private(set) var partFiles: [Resource: [Range<Int>: SegmentID]] = [:]
    /// The bits per second of the playlists that a multivariant one names.
    private(set) var bitrates: [ResolvedURI: Int] = [:]
    /// What those playlists are beside each other; one that is a variant too is a main one.
    private(set) var families: [ResolvedURI: TrackFamily] = [:]
    /// The playlists that a multivariant one names, by the tracks that they describe.
    private(set) var playlists: [TrackID: ResolvedURI] = [:]
    /// All hosts that URIs have.
    private(set) var hosts: Set<String> = []

    private let keepingQueries: Bool
    private let keys: ContentKeys
    private let path: (Resource) -> String
    private let number: (Resource) -> Int
    private let variantBitrates: [HLSReference: Int]
    private let renditionTypes: [HLSReference: String]

    /// Nothing of it is mapped yet.
    init(_ playlist: HLSPlaylist, _ settings: MappedPlaylist.Settings) {
        let (uri, keys) = (settings.uri, settings.keys)
        keepingQueries = settings.keepingQueries
        self.keys = keys
        path = settings.path
        number = settings.number
        trackID = playlist.media.map { _ in keys.track(at: uri) }
        parts = playlist.media.map { ListedParts($0, of: uri, keys: keys) }
        var bitrates: [HLSReference: Int] = [:]
        for variant in playlist.multivariant?.variants ?? [] {
            bitrates[variant.reference] = variant.averageBandwidth ?? variant.bandwidth
        }
        variantBitrates = bitrates
        var types: [HLSReference: String] = [:]
        for rendition in playlist.multivariant?.renditions ?? [] {
            if let reference = rendition.reference { types[reference] = rendition.type }
        }
        renditionTypes = types
    }

    /// Maps more of the playlist, which comes after what was mapped before.
    mutating func map(_ playlist: HLSPlaylist, _ stretches: ClosedRange<Int>) {
        for index in stretches {
            if index > 0 { marks.append(rewritten.count) }
            map(playlist, playlist.stretch(index))
        }
    }

    private mutating func map(_ playlist: HLSPlaylist, _ stretch: HLSStretch) {
        let segments = playlist.media?.segments
        var nextSegment = stretch.segments.lowerBound
        var output: [UInt8] = []
        swap(&output, &rewritten)
        let first = names.count
        for _ in stretch.references { names.append(.nothing) }
        playlist.rewrite(stretch, into: &output) { index, reference, uri in
            var segment: HLSSegment?
            if reference.role == .segment, let segments {
                // References without a path are passed over, their segments too.
                while segments[nextSegment].reference.range.lowerBound < reference.range.lowerBound
                {
                    nextSegment += 1
                }
                segment = segments[nextSegment]
            }
            let (text, resource) = replacement(for: reference, at: uri, segment)
            names[first + index - stretch.references.lowerBound] = PlaylistNames.Name(
                number: resource.map(number) ?? -1, segment: segment?.number)
            if let host = uri.origin?.host, !hosts.contains(host) { hosts.insert(host) }
            return text
        }
        swap(&output, &rewritten)
    }

    private mutating func replacement(
        for reference: HLSReference, at uri: ResolvedURI, _ segment: HLSSegment?
    ) -> (String, Resource?) {
        switch reference.role.treatment {
        case .playlist:
            // Of one rendition with several audio groups, the least says most of itself.
            if let bitrate = variantBitrates[reference] {
                bitrates[uri] = min(bitrate, bitrates[uri] ?? bitrate)
            }
            if families[uri] != .main,
                let family = TrackFamily(reference, renditionType: renditionTypes[reference])
            {
                families[uri] = family
            }
            for kind in [CanonicalIdentity.Kind.playlist, .part] {
                playlists[keys.track(at: uri, kind: kind)] = uri
            }
            let query = keepingQueries ? uri.query.map { "?\($0)" } : nil
            let resource = Resource.playlist(uri)
            return (path(resource) + (query ?? ""), resource)
        case .originOnly:
            return (path(.file(uri)), .file(uri))
        case .steering:
            return (path(.steering(uri)), .steering(uri))
        case .direct:
            return (uri.text, nil)
        case .media:
            let resource =
                segment.flatMap { describe($0, at: uri) } ?? part(reference, at: uri) ?? .file(uri)
            return (path(resource), resource)
        }
    }

    /// Nil for what cannot be asked for as a segment: a gap, or no bytes.
    private mutating func describe(_ segment: HLSSegment, at uri: ResolvedURI) -> Resource? {
        guard let trackID, !segment.isGap, segment.byteRange?.length != 0 else { return nil }
        let id = SegmentID(track: trackID, number: segment.number)
        segments.append(
            TrackDescription.Segment(
                number: segment.number,
                key: keys.segment(at: uri, byteRange: segment.byteRange), url: uri.text,
                byteRange: segment.byteRange.map { $0.offset..<$0.end }, start: segment.start,
                duration: segment.duration))
        guard let range = segment.byteRange else { return .segment(id, uri) }
        let file = Resource.segmentedFile(trackID, uri)
        files[file, default: [:]][range.offset..<range.end] = id
        return file
    }

    /// Nil for what is no part.
    private mutating func part(_ reference: HLSReference, at uri: ResolvedURI) -> Resource? {
        guard let parts, let part = parts.part(reference) else { return nil }
        let resource = parts.resource(of: part, at: uri)
        if let range = part.byteRange {
            partFiles[resource, default: [:]][range.offset..<range.end] = SegmentID(
                track: parts.track, number: part.number.value)
        }
        return resource
    }
}
