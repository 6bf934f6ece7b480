package import Primitives

/// Media that is made for each viewer: what one has is of no use to another.
extension Schedule {
    /// The segments of a track differ from viewer to viewer: from now on they come from the origin alone,
    /// when a player wants them.
    package mutating func trackKeptFromPeers(
        _ track: TrackID, at now: Moment, into actions: inout [Action]
    ) {
        guard let index = tracks.index(of: track), tracks.entries[index].isShareable else { return }
        tracks.entries[index].isShareable = false
        for record in active where segments.entries[record.index].id.track == track {
            cancelPeers(of: record, into: &actions)
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// Whether peers may bring a segment.
    @inline(__always)  // A call that cannot change the schedule would copy it.
    func isShareable(_ record: RecordSlot) -> Bool {
        let track =
            segments.entries[record.index].place?.track
            ?? tracks.index(of: segments.entries[record.index].id.track)
        return track.map { tracks.entries[$0].isShareable } ?? true
    }
}
