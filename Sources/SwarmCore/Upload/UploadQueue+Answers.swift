package import PeerWire
package import Primitives

/// What becomes of requests.
extension UploadQueue {
    package enum Admission: Hashable, Sendable {
        case queued
        case busy(retryAfter: Duration)
    }

    /// One chunk to be read from the store and sent.
    package struct Upload: Hashable, Sendable {
        package let peer: PeerID
        package let segment: SegmentID
        package let chunk: Int
    }

    /// Chunks that had been let in and are not going to be sent: to be answered with busy.
    package struct Refusal: Hashable, Sendable {
        package let peer: PeerID
        package let segment: SegmentID
        package let run: ChunkRun
        package let retryAfter: Duration
    }
}
