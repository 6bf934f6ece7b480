package import Primitives

/// The segments that accepted playlists name, by id and by the notary's key.
package struct SegmentCatalogue {
    /// What a new version of a playlist changes for segments that were known.
    package struct Change {
        /// No playlist names them any more; they stay known until they are forgotten.
        package internal(set) var left: [SegmentID] = []
        /// Their numbers mean other bytes now.
        var replaced: [SegmentID] = []
        /// What is new behind those that stayed as they were, if nothing else has changed than that some
        /// left in front of them; nil where more may have.
        package internal(set) var added: [TrackDescription.Segment]?
    }

    private var tracks: [TrackID: TrackWindow<TrackDescription.Segment>] = [:]
    /// Those that left, until they are forgotten.
    private var departed: [SegmentID: TrackDescription.Segment] = [:]
    private var ids: [SegmentKey: SegmentID] = [:]

    package init() {}

    var trackIDs: [TrackID] { tracks.keys.sorted() }

    /// The segments that the newest description of a track lists.
    func segments(of track: TrackID) -> SlidingArray<TrackDescription.Segment> {
        tracks[track]?.elements ?? SlidingArray()
    }

    /// Replaces what is known of a track, but for what the description says goes on.
    package mutating func describe(_ track: TrackDescription) -> Change {
        // Taken out, so that it is changed where it is.
        var window = tracks.removeValue(forKey: track.id) ?? TrackWindow()
        let old = window.describe(track.segments, keeping: track.kept)
        tracks[track.id] = window
        var change = Change()
        change.added = Self.added(track, to: old)
        compare(track, with: old, into: &change)
        // Of a window of days, growing by doubling would cost as much again.
        if old.isEmpty { ids.reserveCapacity(ids.count + track.segments.count) }
        for segment in track.segments {
            let id = SegmentID(track: track.id, number: segment.number)
            if let left = departed.removeValue(forKey: id), left.key != segment.key {
                change.replaced.append(id)
                if ids[left.key] == id { ids[left.key] = nil }
            }
            ids[segment.key] = id
        }
        return change
    }

    /// Whether the newest version of its playlist names the segment.
    func isCurrent(_ id: SegmentID) -> Bool { tracks[id.track]?.index(of: id.number) != nil }

    package mutating func forget(_ id: SegmentID) {
        guard let segment = departed.removeValue(forKey: id) else { return }
        if ids[segment.key] == id { ids[segment.key] = nil }
    }

    func segment(_ id: SegmentID) -> TrackDescription.Segment? {
        guard let window = tracks[id.track], let index = window.index(of: id.number)
        else { return departed[id] }
        return window.elements[index]
    }

    func key(of id: SegmentID) -> SegmentKey? { segment(id)?.key }

    func id(of key: SegmentKey) -> SegmentID? { ids[key] }

    /// Goes through what was and what is, both in order of number.
    private mutating func compare(
        _ track: TrackDescription, with old: [TrackDescription.Segment], into change: inout Change
    ) {
        guard !old.isEmpty else { return }
        var keys: [UInt64: SegmentKey] = [:]
        for segment in track.segments { keys[segment.number] = segment.key }
        for segment in old {
            let id = SegmentID(track: track.id, number: segment.number)
            switch keys[segment.number] {
            case segment.key?:
                break
            case nil:
                change.left.append(id)
                departed[id] = segment
            case _?:
                change.replaced.append(id)
                if ids[segment.key] == id { ids[segment.key] = nil }
            }
        }
    }

    private static func added(
        _ track: TrackDescription, to old: [TrackDescription.Segment]
    ) -> [TrackDescription.Segment]? {
        guard let kept = track.kept else { return nil }
        let first = track.segments.first?.number ?? kept.lowerBound
        let stayed = old.drop { $0.number < first }
        guard track.segments.starts(with: stayed, by: { $0.isPlaced(like: $1) }) else { return nil }
        return Array(track.segments.dropFirst(stayed.count))
    }
}

extension TrackDescription.Segment: Numbered {
    fileprivate func isPlaced(like other: TrackDescription.Segment) -> Bool {
        number == other.number && start == other.start && duration == other.duration
            && byteRange?.count == other.byteRange?.count
    }
}
