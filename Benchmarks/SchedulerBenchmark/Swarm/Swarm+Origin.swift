import Primitives
import SwarmCore

extension Swarm {
    /// Bytes that the origin delivers between two reports.
    private static let portion = 256 * 1_024

    mutating func fetch(_ segment: UInt64, _ bytes: Range<Int>) {
        serial += 1
        fetches.append(
            ModelFetch(
                segment: segment, offset: bytes.lowerBound, end: bytes.upperBound, turn: serial))
        events.add(.originGoesOn(segment: segment, turn: serial), at: now + .milliseconds(40))
    }

    mutating func originGoesOn(_ number: UInt64, _ turn: Int) {
        guard let index = fetches.firstIndex(where: { $0.turn == turn }) else { return }
        let segment = ModelMedia.segment(number)
        guard fetches[index].hasAnswered else {
            fetches[index].hasAnswered = true
            events.add(.originGoesOn(segment: number, turn: turn), at: now + .milliseconds(30))
            return give(.originStarted) {
                $0.originStarted(segment, length: ModelMedia.length, at: $1, into: &$2)
            }
        }
        let fetch = fetches[index]
        let received = min(fetch.received + Self.portion, fetch.end - fetch.offset)
        guard received > fetch.received else { return finish(index) }
        fetches[index].received = received
        noteReceived(fetch.offset..<fetch.offset + received, of: number)
        events.add(.originGoesOn(segment: number, turn: turn), at: now + .milliseconds(30))
        give(.originReceived) {
            $0.originReceived(segment, count: received, at: $1, into: &$2)
        }
    }

    private mutating func finish(_ index: Int) {
        let segment = ModelMedia.segment(fetches.remove(at: index).segment)
        give(.originFinished) { $0.originFinished(segment, at: $1, into: &$2) }
    }

    private mutating func noteReceived(_ bytes: Range<Int>, of segment: UInt64) {
        let size = ChunkGeometry.chunkSize
        let first = (bytes.lowerBound + size - 1) / size
        let isWhole = bytes.upperBound == ModelMedia.length
        let end = isWhole ? ModelMedia.chunks : bytes.upperBound / size
        if first < end { media.received(first..<end, of: segment) }
    }
}
