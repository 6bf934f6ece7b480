import Primitives

/// The segments that accepted playlists name, by id and by the notary's key.
struct SegmentCatalogue {
    /// What a new version of a playlist changes for segments that were known.
    struct Change {
        /// No playlist names them any more; they stay known until they are forgotten.
        var left: [SegmentID] = []
        /// Their numbers mean other bytes now.
        var replaced: [SegmentID] = []
    }

    private var tracks: [TrackID: Set<UInt64>] = [:]
    private var segments: [SegmentID: TrackDescription.Segment] = [:]
    private var ids: [SegmentKey: SegmentID] = [:]

    var trackIDs: [TrackID] { tracks.keys.sorted() }

    /// Replaces what is known of a track.
    mutating func describe(_ track: TrackDescription) -> Change {
        var change = Change()
        let numbers = Set(track.segments.map(\.number))
        for number in (tracks[track.id] ?? []).subtracting(numbers).sorted() {
            change.left.append(SegmentID(track: track.id, number: number))
        }
        tracks[track.id] = numbers
        for segment in track.segments {
            let id = SegmentID(track: track.id, number: segment.number)
            if let old = segments[id], old.key != segment.key {
                change.replaced.append(id)
                forget(id)
            }
            segments[id] = segment
            ids[segment.key] = id
        }
        return change
    }

    /// Whether the newest version of its playlist names the segment.
    func isCurrent(_ id: SegmentID) -> Bool { tracks[id.track]?.contains(id.number) ?? false }

    mutating func forget(_ id: SegmentID) {
        guard let segment = segments.removeValue(forKey: id) else { return }
        if ids[segment.key] == id { ids[segment.key] = nil }
    }

    func segment(_ id: SegmentID) -> TrackDescription.Segment? { segments[id] }

    func key(of id: SegmentID) -> SegmentKey? { segments[id]?.key }

    func id(of key: SegmentKey) -> SegmentID? { ids[key] }
}
