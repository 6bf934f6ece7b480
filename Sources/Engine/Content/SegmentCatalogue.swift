import Primitives

/// The segments that accepted playlists name, by id and by the notary's key.
struct SegmentCatalogue {
    private var tracks: [TrackID: TrackDescription] = [:]
    private var segments: [SegmentID: TrackDescription.Segment] = [:]
    private var ids: [SegmentKey: SegmentID] = [:]

    var trackIDs: [TrackID] { tracks.keys.sorted() }

    /// Replaces what is known of a track; returns the segments that left its window.
    mutating func describe(_ track: TrackDescription) -> [SegmentID] {
        let old = tracks[track.id]?.segments ?? []
        tracks[track.id] = track
        for segment in track.segments {
            let id = SegmentID(track: track.id, number: segment.number)
            segments[id] = segment
            ids[segment.key] = id
        }
        let current = Set(track.segments.map(\.number))
        return old.filter { !current.contains($0.number) }.map { segment in
            let id = SegmentID(track: track.id, number: segment.number)
            segments[id] = nil
            if ids[segment.key] == id { ids[segment.key] = nil }
            return id
        }
    }

    func segment(_ id: SegmentID) -> TrackDescription.Segment? { segments[id] }

    func key(of id: SegmentID) -> SegmentKey? { segments[id]?.key }

    func id(of key: SegmentKey) -> SegmentID? { ids[key] }
}
