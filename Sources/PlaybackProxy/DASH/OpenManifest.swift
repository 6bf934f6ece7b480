import Engine
import Manifests
import Primitives

/// An MPD that the player has read: which tracks it has, and what of them the engine was told.
struct OpenManifest {
    let manifest: DASHManifest
    private let directory: DASHDirectory
    /// The representations of each track: one for each of its periods.
    private let representations: [TrackID: [Int]]
    private let tracks: [Int: TrackID]
    private let keys: ContentKeys
    private let readAt: Moment
    /// The time of day at the origin when it was read.
    private let date: Duration?
    /// The base that a player last used, where there are several.
    private var usedBases: [Int: Int] = [:]
    /// What it names, by number.
    let named: Set<Int>
    /// The numbers that the engine knows of each track that somebody plays.
    private var described: [TrackID: Set<UInt64>] = [:]

    init(
        _ manifest: DASHManifest, naming named: Set<Int>, keys: ContentKeys, date: Duration?,
        at now: Moment
    ) {
        self.manifest = manifest
        self.named = named
        self.keys = keys
        self.date = date
        readAt = now
        directory = DASHDirectory(manifest)
        var representations: [TrackID: [Int]] = [:]
        var tracks: [Int: TrackID] = [:]
        for (index, representation) in manifest.representations.enumerated() {
            guard let track = representation.identity.map({ keys.track(at: $0) }) else { continue }
            representations[track, default: []].append(index)
            tracks[index] = track
        }
        self.representations = representations
        self.tracks = tracks
    }

    /// What the player uses of the version before stays in use.
    mutating func takeOver(from old: OpenManifest) {
        guard old.manifest.representations.count == manifest.representations.count else { return }
        usedBases = old.usedBases
    }

    var trackIDs: [TrackID] { representations.keys.sorted() }

    func track(of representation: Int) -> TrackID? { tracks[representation] }

    func entry(at uri: ResolvedURI) -> DASHDirectory.Entry? { directory.entry(at: uri) }

    func isKnown(_ segment: DASHSegment, of track: TrackID) -> Bool {
        described[track]?.contains(segment.number) ?? false
    }

    /// The player has asked for something at this base; true if that is another than before.
    mutating func uses(_ base: Int, of representation: Int) -> Bool {
        let old = usedBases.updateValue(base, forKey: representation)
        return old ?? 0 != base
    }

    /// The file whose parts are the segments of a track.
    func file(of track: TrackID) -> (file: DASHFile, base: Int)? {
        guard let index = representations[track]?.first,
            let file = manifest.representations[index].file
        else { return nil }
        return (file, usedBases[index] ?? 0)
    }

    /// Everything that is known of a track at this moment, and the segment that was asked for.
    mutating func describe(
        _ track: TrackID, asked: DASHSegment?, at now: Moment
    ) -> TrackDescription? {
        guard let indices = representations[track] else { return nil }
        var described: [UInt64: TrackDescription.Segment] = [:]
        for index in indices {
            let representation = manifest.representations[index]
            for segment in representation.segments(at: time(at: now), asked: asked)
            where described[segment.number] == nil {
                described[segment.number] = describe(segment, representation, index)
            }
        }
        self.described[track] = Set(described.keys)
        return TrackDescription(
            id: track, segments: described.values.sorted { $0.number < $1.number },
            isLive: manifest.header.isDynamic,
            bitrate: indices.first.flatMap { manifest.representations[$0].bandwidth },
            family: indices.first.map { manifest.representations[$0].family } ?? .main)
    }

    /// The segments of a track whose file has been opened.
    func describe(_ track: TrackID, file map: SegmentedFileMap) -> TrackDescription? {
        guard let index = representations[track]?.first else { return nil }
        let representation = manifest.representations[index]
        return TrackDescription(
            id: track,
            segments: map.segments.compactMap { describe($0, representation, index) },
            isLive: false, bitrate: representation.bandwidth, family: representation.family)
    }

    private func describe(
        _ segment: DASHSegment, _ representation: DASHRepresentation, _ index: Int
    ) -> TrackDescription.Segment? {
        // Whichever base it comes from, it is known by the first.
        guard let name = representation.uri(of: segment, base: 0),
            let uri = representation.uri(of: segment, base: usedBases[index] ?? 0)
        else { return nil }
        return TrackDescription.Segment(
            number: segment.number, key: keys.segment(at: name, byteRange: segment.byteRange),
            url: uri.text,
            byteRange: segment.byteRange.map { $0.offset..<$0.end }, start: segment.start,
            duration: segment.duration)
    }

    /// The newest segment of all, whose change is a change of the MPD.
    func newest(at now: Moment) -> DASHSegment? {
        manifest.representations.compactMap { $0.newest(at: time(at: now)) }
            .max { $0.start < $1.start }
    }

    private func time(at now: Moment) -> Duration? { date.map { $0 + (now - readAt) } }
}

extension DASHRepresentation {
    fileprivate var family: TrackFamily {
        switch kind {
        case .main: .main
        case .audio: .audio
        case .subtitles: .subtitles
        case .previews: .previews
        }
    }
}
