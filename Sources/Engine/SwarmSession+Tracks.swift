package import Primitives
import SwarmCore

extension SwarmSession {
    /// Takes in what a playlist says of a track; a live window moves by describing it again.
    package func describe(_ track: TrackDescription) {
        precondition(track.kept == nil, "what is kept is kept of a revision")
        take(track)
    }

    /// Tells the newest description of a track; nil before the first.
    package func revision(of track: TrackID) -> TrackRevision? { revisions[track] }

    /// Takes in what has changed in a track, at the cost of that.
    ///
    /// False if `revision` is not the newest, since another playlist of the track was read meanwhile:
    /// then nothing is taken in, and it has to be described whole.
    package func describe(_ change: TrackDescription, after revision: TrackRevision) -> Bool {
        guard revisions[change.id] == revision else { return false }
        take(change)
        return true
    }

    /// Takes in the parts that a low-latency playlist lists beside the segments of a track that has been
    /// described: a track of their own.
    ///
    /// One of the playlist's segments says where it begins on the time line.
    package func describe(
        parts: TrackDescription, of track: TrackID, number: UInt64, at start: Duration
    ) {
        take(placed: timeline.place(parts: parts, of: track, number: number, at: start))
    }

    private func take(_ description: TrackDescription) {
        take(placed: timeline.place(description))
        revisions[description.id] = revisions[description.id]?.next ?? .first
    }

    private func take(placed track: TrackDescription) {
        let change = catalogue.describe(track)
        for segment in change.left where !store.assumeIsolated({ $0.isRead(segment) }) {
            forget(segment)
        }
        for segment in change.replaced {
            store.assumeIsolated { $0.remove(segment) }
            _ = shelf.remove(segment)
            drop(segment)
        }
        tellSchedule(of: track, change)
        lookUp(change.added ?? track.segments)
        presence.played.described(track.id, as: track.family)
        announceChange(isUrgent: presence.described(catalogue.trackIDs))
    }

    private func tellSchedule(of track: TrackDescription, _ change: SegmentCatalogue.Change) {
        let pace = uploader.assumeIsolated { $0.secondsPerChunk }
        feed { schedule, _, _ in schedule.uplinkMeasured(secondsPerChunk: pace) }
        let segments = catalogue.segments(of: track.id)
        if let added = change.added, let first = segments.first?.number {
            let timings = added.map { SegmentTiming($0, bitrate: track.bitrate) }
            feed {
                $0.trackAdvanced(
                    track.id, to: first, adding: timings, isLive: track.isLive, at: $1, into: &$2)
            }
        } else {
            let timings = segments.map { SegmentTiming($0, bitrate: track.bitrate) }
            feed {
                $0.trackDescribed(
                    track.id, segments: timings, isLive: track.isLive, at: $1, into: &$2)
            }
        }
    }
}

extension SegmentTiming {
    fileprivate init(_ segment: TrackDescription.Segment, bitrate: Int?) {
        let guess = segment.duration.inSeconds * Double(bitrate ?? 2_000_000) / 8
        let length = segment.byteRange.map { Double($0.count) } ?? guess
        self.init(
            number: segment.number, start: segment.start, duration: segment.duration,
            estimatedLength: Int(min(max(1, length), Double(ChunkGeometry.longestSegment))),
            kind: segment.kind)
    }
}
