import PeerWire
import Primitives
import SwarmCore

/// The one track of a content: where its segments lie, and which of them are there.
struct Media: Sendable {
    static let track = TrackID(7)

    let isLive: Bool
    let segmentTime: Int64
    let segmentLength: Int
    let chunkCount: Int
    /// Segments of the film, or that a live playlist names.
    let playlistLength: Int
    private let segmentDuration: Duration

    init(_ plan: SimulationPlan) {
        isLive = plan.kind == .live
        segmentDuration = plan.segmentDuration
        segmentTime = plan.segmentDuration.wholeNanoseconds
        segmentLength = Int(plan.bytesPerSecond * plan.segmentDuration.inSeconds)
        chunkCount = ChunkGeometry(length: segmentLength)?.chunkCount ?? 0
        precondition((1...64).contains(chunkCount), "\(chunkCount) chunks in a segment")
        playlistLength =
            isLive
            ? max(4, Int(plan.playlistWindow.inSeconds / plan.segmentDuration.inSeconds))
            : plan.segmentsOfFilm
    }

    static func id(_ segment: SegmentNumber) -> SegmentID {
        SegmentID(track: track, number: UInt64(segment))
    }

    /// All chunks of a segment.
    var allChunks: UInt64 { chunkCount == 64 ? .max : 1 << UInt64(chunkCount) - 1 }

    func mask(_ chunks: UInt64) -> ChunkMask {
        guard let mask = ChunkMask(chunkCount: chunkCount, bits: chunks) else {
            preconditionFailure("chunks past the end of the segment")
        }
        return mask
    }

    func length(ofChunk chunk: Int) -> Int {
        min(ChunkGeometry.chunkSize, segmentLength - chunk << ChunkGeometry.chunkLog)
    }

    /// The last segment that is there; a broadcast has been on the air before the start.
    func latest(at time: Int64) -> SegmentNumber {
        isLive
            ? SegmentNumber(time / segmentTime) + SegmentNumber(playlistLength)
            : SegmentNumber(playlistLength - 1)
    }

    /// The segments that a playlist names which ends with `latest`.
    func playlist(upTo latest: SegmentNumber) -> ClosedRange<SegmentNumber> {
        latest + 1 - SegmentNumber(playlistLength)...latest
    }

    func timings(of playlist: ClosedRange<SegmentNumber>) -> [SegmentTiming] {
        playlist.map {
            SegmentTiming(
                number: UInt64($0), start: segmentDuration * Int($0), duration: segmentDuration,
                estimatedLength: segmentLength)
        }
    }
}
