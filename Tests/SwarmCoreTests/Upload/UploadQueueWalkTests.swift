import PeerWire
import Primitives
import SwarmCore
import Testing

/// Random walks of the queue beside an oracle that keeps every chunk in one plain list.
@Suite struct UploadQueueWalkTests {
    fileprivate struct Pending: Hashable {
        let peer: Int
        let segment: SegmentID
        let chunk: Int
        let due: Moment
        let asked: Int
    }

    fileprivate struct Oracle {
        let configuration: UploadConfiguration
        var pending: [Pending] = []
        var members: Set<Int> = []
        var blocked: Set<Int> = []
        var asked = 0

        var served: Set<Int> { Set(pending.map(\.peer)) }

        func need(_ peer: Int) -> Moment {
            pending.filter { $0.peer == peer }.map(\.due).min() ?? .distantFuture
        }

        /// Whether the request is let in, and at whose cost.
        func admission(_ peer: Int, _ count: Int, _ due: Moment) -> (isIn: Bool, victims: [Int]) {
            let own = pending.count { $0.peer == peer }
            guard members.contains(peer), own + count <= configuration.chunksPerPeer else {
                return (false, [])
            }
            let slots = served.union([peer]).count
            if pending.count + count <= configuration.chunksInAll && slots <= configuration.slots {
                return (true, [])
            }
            let farthest = served.map { need($0) }.max() ?? .start
            let victims = served.filter { victim in
                need(victim) == farthest && victim != peer
                    && due + configuration.displacementMargin <= farthest
                    && pending.count { $0.peer != victim } + count <= configuration.chunksInAll
            }
            return (!victims.isEmpty, victims.sorted())
        }

        func window(_ due: Moment) -> Int64 {
            due.nanoseconds / configuration.turnWindow.wholeNanoseconds
        }

        /// Whether it may be this chunk's turn now.
        func isNext(_ peer: Int, _ segment: SegmentID, _ chunk: Int) -> Bool {
            let own = pending.filter { $0.peer == peer }
            let first = own.min { ($0.due, $0.asked, $0.chunk) < ($1.due, $1.asked, $1.chunk) }
            guard let first, first.segment == segment, first.chunk == chunk else { return false }
            return pending.allSatisfy {
                blocked.contains($0.peer) || window(first.due) <= window($0.due)
            }
        }
    }

    @Test(arguments: Seeds.some(60)) func `a walk beside the oracle`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var configuration = UploadConfiguration()
        configuration.fairness = nil
        configuration.spreading = nil
        configuration.slots = Int.random(in: 1...5, using: &random)
        configuration.chunksInAll = Int.random(in: 8...40, using: &random)
        configuration.chunksPerTurn = Int.random(in: 1...3, using: &random)
        var uploads = TestUploads(configuration, peers: 1)
        var oracle = Oracle(configuration: configuration)
        oracle.members = [1]
        for _ in 0..<600 {
            step(&uploads, &oracle, &random, seed)
            #expect(uploads.queue.queuedChunks == oracle.pending.count, "seed \(seed)")
            #expect(uploads.queue.servedPeers == oracle.served.count, "seed \(seed)")
            #expect(oracle.served.count <= configuration.slots, "seed \(seed)")
            #expect(oracle.pending.count <= configuration.chunksInAll, "seed \(seed)")
        }
    }

    private func step(
        _ uploads: inout TestUploads, _ oracle: inout Oracle, _ random: inout SeededRandom,
        _ seed: UInt64
    ) {
        let peer = Int.random(in: 1...8, using: &random)
        let id = TestUploads.peer(peer)
        let number = UInt64.random(in: 1...3, using: &random)
        let segment = SegmentID(track: TrackID(1), number: number)
        let first = Int.random(in: 0..<20, using: &random)
        let run = first..<first + Int.random(in: 1...8, using: &random)
        uploads.now = uploads.now + .milliseconds(Int.random(in: 0...200, using: &random))
        switch Int.random(in: 0..<20, using: &random) {
        case 0...8:
            ask(&uploads, &oracle, peer, segment, run, &random, seed)
        case 9:
            let count = uploads.queue.cancelled(segment, ChunkRun(run), by: id)
            #expect(
                count == oracle.remove { $0.isOf(peer, segment) && run.contains($0.chunk) },
                "seed \(seed)")
        case 10:
            let dropped = uploads.queue.segmentDropped(segment)
            let chunks = dropped.reduce(0) { $0 + Int($1.run.count) }
            #expect(chunks == oracle.remove { $0.segment == segment }, "seed \(seed)")
        case 11:
            let count = uploads.queue.peerLeft(id)
            oracle.members.remove(peer)
            oracle.blocked.remove(peer)
            #expect(count == oracle.remove { $0.peer == peer }, "seed \(seed)")
        case 12...13:
            uploads.queue.peerJoined(id)
            oracle.members.insert(peer)
            oracle.blocked.remove(peer)
        case 14:
            let isWritable = Bool.random(using: &random)
            uploads.queue.setWritable(id, isWritable)
            guard oracle.members.contains(peer) else { return }
            if isWritable { oracle.blocked.remove(peer) } else { oracle.blocked.insert(peer) }
        case _:
            send(&uploads, &oracle, seed)
        }
    }

    private func ask(
        _ uploads: inout TestUploads, _ oracle: inout Oracle, _ peer: Int, _ segment: SegmentID,
        _ run: Range<Int>, _ random: inout SeededRandom, _ seed: UInt64
    ) {
        let time = Duration.milliseconds(Int.random(in: 0...8_000, using: &random))
        let due = uploads.now + time
        let expected = oracle.admission(peer, run.count, due)
        uploads.refused = []
        let admission = uploads.ask(run, of: segment, by: peer, within: time)
        #expect(admission.isQueued == expected.isIn, "seed \(seed)")
        guard admission.isQueued else { return #expect(uploads.refused.isEmpty, "seed \(seed)") }
        let losers = Set(uploads.refused.compactMap { $0.split(separator: ":").first })
        #expect(losers.count == (expected.victims.isEmpty ? 0 : 1), "seed \(seed)")
        if let loser = losers.first.flatMap({ Int($0) }) {
            #expect(expected.victims.contains(loser), "seed \(seed)")
            _ = oracle.remove { $0.peer == loser }
        }
        oracle.asked += 1
        oracle.pending += run.map {
            Pending(peer: peer, segment: segment, chunk: $0, due: due, asked: oracle.asked)
        }
    }

    private func send(_ uploads: inout TestUploads, _ oracle: inout Oracle, _ seed: UInt64) {
        guard let upload = uploads.queue.next(at: uploads.now) else {
            let isAllBlocked = oracle.pending.allSatisfy { oracle.blocked.contains($0.peer) }
            return #expect(isAllBlocked, "seed \(seed)")
        }
        let peer = TestUploads.number(upload.peer)
        #expect(!oracle.blocked.contains(peer), "seed \(seed)")
        #expect(oracle.isNext(peer, upload.segment, upload.chunk), "seed \(seed)")
        oracle.removeFirst(peer, upload.segment, upload.chunk)
    }
}

extension UploadQueueWalkTests.Pending {
    fileprivate func isOf(_ peer: Int, _ segment: SegmentID) -> Bool {
        self.peer == peer && self.segment == segment
    }
}

extension UploadQueueWalkTests.Oracle {
    /// Returns how many there were.
    fileprivate mutating func remove(_ isGone: (UploadQueueWalkTests.Pending) -> Bool) -> Int {
        let before = pending.count
        pending.removeAll(where: isGone)
        return before - pending.count
    }

    /// The same chunk may have been asked for more than once.
    fileprivate mutating func removeFirst(_ peer: Int, _ segment: SegmentID, _ chunk: Int) {
        let places = pending.indices.filter {
            pending[$0].isOf(peer, segment) && pending[$0].chunk == chunk
        }
        guard
            let place = places.min(by: {
                (pending[$0].due, pending[$0].asked) < (pending[$1].due, pending[$1].asked)
            })
        else { return }
        pending.remove(at: place)
    }
}
