import Manifests
import Primitives

/// What one player session knows of the MPDs that it has read.
struct DASHState {
    /// By what they were read as: the newest of each.
    var manifests: [Resource: OpenManifest] = [:]
    /// The tracks that the engine was told of, because somebody plays them.
    var described: Set<TrackID> = []
    /// The newest segment that the player has asked for of each: so far, at least, a live track goes.
    private var newest: [TrackID: DASHSegment] = [:]
    /// The files that segments are parts of, as far as somebody has asked for them.
    var files: [TrackID: OpenFile] = [:]

    /// What to take for asked for, now that the player may have asked for something of the track.
    mutating func asked(_ segment: DASHSegment?, of track: TrackID) -> DASHSegment? {
        if let segment, newest[track]?.number ?? 0 <= segment.number { newest[track] = segment }
        return newest[track]
    }

    /// Forgets the tracks that no MPD has any more, and returns those that the engine knows of.
    mutating func forgetTracks() -> [TrackID] {
        let named = Set(manifests.values.flatMap(\.trackIDs))
        let gone = described.subtracting(named)
        described.formIntersection(named)
        newest = newest.filter { named.contains($0.key) }
        files = files.filter { named.contains($0.key) }
        return gone.sorted()
    }
}

/// A file that all segments of a track are parts of.
enum OpenFile {
    /// Its head is being read; these wait for it.
    case opening([@Sendable (SegmentedFileMap?) -> Void])
    case open(SegmentedFileMap)
    /// It is passed through: there is no index, or the origin has no ranges.
    case closed
}
