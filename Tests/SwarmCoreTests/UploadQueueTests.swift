import PeerWire
import Primitives
import SwarmCore
import Testing

@Suite struct UploadQueueTests {
    private let start = Moment.start
    private let segment = SegmentID(track: TrackID(1), number: 1)

    private func peer(_ number: UInt64) -> PeerID {
        PeerID(Bytes32(words: (number, 0, 0, 0)))
    }

    private func queue(_ configuration: UploadConfiguration = UploadConfiguration()) -> UploadQueue
    {
        var queue = UploadQueue(configuration: configuration, at: start)
        for number in 1...20 as ClosedRange<UInt64> { queue.peerJoined(peer(number)) }
        return queue
    }

    private func drain(_ queue: inout UploadQueue, at now: Moment = .start) -> [String] {
        var order: [String] = []
        while let upload = queue.next(at: now) {
            order.append("\(upload.peer.value.words.0):\(upload.chunk)")
        }
        return order
    }

    @Test func `the nearest deadline goes first, whoever asked`() {
        var queue = queue()
        _ = queue.requested(segment, ChunkRun(0..<2), by: peer(1), deadline: start + .seconds(9))
        _ = queue.requested(segment, ChunkRun(5..<7), by: peer(2), deadline: start + .seconds(3))
        _ = queue.requested(segment, ChunkRun(2..<3), by: peer(1), deadline: start + .seconds(5))
        expect(drain(&queue), is: ["2:5", "2:6", "1:2", "1:0", "1:1"])
        #expect(queue.queuedChunks == 0)
    }

    @Test func `a peer that takes no bytes is passed over`() {
        var queue = queue()
        _ = queue.requested(segment, ChunkRun(0..<1), by: peer(1), deadline: start)
        _ = queue.requested(segment, ChunkRun(9..<10), by: peer(2), deadline: start + .seconds(1))
        queue.setWritable(peer(1), false)
        expect(drain(&queue), is: ["2:9"])
        queue.setWritable(peer(1), true)
        expect(drain(&queue), is: ["1:0"])
    }

    @Test func `past each bound the answer is busy`() {
        var configuration = UploadConfiguration()
        configuration.slots = 2
        configuration.chunksInAll = 20
        var queue = queue(configuration)
        let busy = UploadQueue.Admission.busy(retryAfter: configuration.retryAfter)
        func ask(_ run: Range<Int>, _ number: UInt64) -> UploadQueue.Admission {
            queue.requested(segment, ChunkRun(run), by: peer(number), deadline: start)
        }
        expect(ask(0..<16, 1), is: .queued)
        expect(ask(16..<17, 1), is: busy)
        expect(ask(0..<4, 2), is: .queued)
        expect(ask(4..<5, 2), is: busy)
        _ = queue.next(at: start)
        expect(ask(0..<1, 3), is: busy)
        expect(ask(4..<5, 2), is: .queued)
    }

    @Test func `a cancel takes out the middle of a run`() {
        var queue = queue()
        _ = queue.requested(segment, ChunkRun(0..<6), by: peer(1), deadline: start)
        let cancelled = queue.cancelled(segment, ChunkRun(2..<4), by: peer(1))
        let nothing = queue.cancelled(segment, ChunkRun(2..<4), by: peer(1))
        #expect(cancelled == 2)
        #expect(nothing == 0)
        expect(drain(&queue), is: ["1:0", "1:1", "1:4", "1:5"])
    }

    @Test func `a cap on the rate spaces chunks out`() {
        var configuration = UploadConfiguration()
        configuration.bytesPerSecond = Double(ChunkGeometry.chunkSize)
        var queue = queue(configuration)
        _ = queue.requested(segment, ChunkRun(0..<8), by: peer(1), deadline: start)
        var sent = 0
        var now = start
        while now < start + .seconds(5) {
            if queue.next(at: now) != nil { sent += 1 }
            now = queue.deadline(at: now).map { max($0, now + .milliseconds(1)) } ?? .distantFuture
        }
        #expect((5...7).contains(sent))
        #expect(queue.queuedChunks == 8 - sent)
    }

    @Test(arguments: Seeds.some(20)) func `each chunk ends once`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = queue()
        var accepted = 0
        var ended = 0
        for _ in 0..<500 {
            let someone = peer(UInt64.random(in: 1...6, using: &random))
            let first = Int.random(in: 0..<30, using: &random)
            let run = ChunkRun(first..<first + Int.random(in: 1...8, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let deadline = start + .seconds(Int.random(in: 0...9, using: &random))
                let admission = queue.requested(segment, run, by: someone, deadline: deadline)
                if admission == .queued { accepted += Int(run.count) }
            case 3: ended += queue.cancelled(segment, run, by: someone)
            case 4: ended += queue.peerLeft(someone)
            case 5: queue.peerJoined(someone)
            case _: ended += queue.next(at: start) == nil ? 0 : 1
            }
            #expect(queue.queuedChunks == accepted - ended, "seed \(seed)")
            #expect(queue.queuedChunks <= 64, "seed \(seed)")
        }
        let dropped = queue.segmentDropped(segment)
        ended += dropped.reduce(0) { $0 + Int($1.run.count) }
        #expect(accepted == ended, "seed \(seed)")
    }
}
