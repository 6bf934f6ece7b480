import PeerWire
import Primitives
import SwarmCore
import Testing

@Suite struct UploadQueueTests {
    private func configuration(
        _ change: (inout UploadConfiguration) -> Void
    ) -> UploadConfiguration {
        var configuration = UploadConfiguration.byDeadlines
        change(&configuration)
        return configuration
    }

    // MARK: Order

    @Test func `the nearest deadline goes first, whoever asked`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<2, by: 1, within: .seconds(9))
        _ = uploads.ask(5..<7, by: 2, within: .seconds(3))
        _ = uploads.ask(2..<3, by: 1, within: .seconds(5))
        expect(uploads.drain(), is: ["2:5", "2:6", "1:2", "1:0", "1:1"])
        #expect(uploads.queue.queuedChunks == 0)
        #expect(uploads.queue.servedPeers == 0)
    }

    @Test func `equal deadlines of one peer go in the order of asking`() {
        var uploads = TestUploads()
        for first in [6, 0, 3] { _ = uploads.ask(first..<first + 1, by: 1) }
        expect(uploads.drain(), is: ["1:6", "1:0", "1:3"])
    }

    @Test func `peers with about the same deadline are served in small turns`() {
        var configuration = UploadConfiguration.byDeadlines
        configuration.slots = 3
        var uploads = TestUploads(configuration)
        _ = uploads.ask(0..<5, by: 1, within: .milliseconds(5_300))
        _ = uploads.ask(0..<4, by: 2, within: .milliseconds(5_100))
        _ = uploads.ask(0..<2, by: 3, within: .milliseconds(5_000))
        expect(
            uploads.drain(),
            is: [
                "1:0", "1:1", "2:0", "2:1", "3:0", "3:1", "1:2", "1:3", "2:2", "2:3", "1:4",
            ])
    }

    @Test func `a nearer deadline breaks into a turn`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<4, by: 1)
        expect(uploads.drain(1), is: ["1:0"])
        _ = uploads.ask(7..<8, by: 2, within: .seconds(1))
        expect(uploads.drain(), is: ["2:7", "1:1", "1:2", "1:3"])
    }

    @Test func `what is overdue when asked for does not pass what has waited as long`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<1, by: 1, within: .zero)
        uploads.now = .start + .seconds(3)
        _ = uploads.ask(0..<1, by: 2, within: .seconds(-60))
        expect(uploads.drain(), is: ["1:0", "2:0"])
    }

    @Test func `a peer that takes no bytes is passed over`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<1, by: 1, within: .zero)
        _ = uploads.ask(9..<10, by: 2, within: .seconds(1))
        uploads.queue.setWritable(TestUploads.peer(1), false)
        expect(uploads.drain(), is: ["2:9"])
        #expect(!uploads.queue.hasNext)
        uploads.queue.setWritable(TestUploads.peer(1), true)
        #expect(uploads.queue.hasNext)
        expect(uploads.drain(), is: ["1:0"])
    }

    // MARK: Room

    @Test func `past each bound the answer is busy`() {
        let configuration = configuration {
            $0.slots = 2
            $0.chunksInAll = 20
        }
        let busy = UploadQueue.Admission.busy(retryAfter: configuration.retryAfter)
        var uploads = TestUploads(configuration)
        expect(uploads.ask(0..<16, by: 1), is: .queued)
        expect(uploads.ask(16..<17, by: 1), is: busy)
        expect(uploads.ask(0..<4, by: 2), is: .queued)
        expect(uploads.ask(4..<5, by: 2), is: busy)
        _ = uploads.drain(1)
        expect(uploads.ask(0..<1, by: 3), is: busy)
        expect(uploads.ask(4..<5, by: 2), is: .queued)
        #expect(uploads.refused.isEmpty)
    }

    /// Two slots: peers 1 and 2 hold them, due in 8 and in 12 s; peer 3 asks.
    @Test(arguments: [
        (20.0, "busy", ""), (10.001, "busy", ""), (10.0, "queued", "2:4..<6"),
        (0.5, "queued", "2:4..<6"),
    ])
    func `who is due clearly sooner takes the slot of whoever is due last`(
        _ seconds: Double, _ answer: String, _ refused: String
    ) {
        var uploads = TestUploads(configuration { $0.slots = 2 })
        _ = uploads.ask(0..<2, by: 1, within: .seconds(8))
        _ = uploads.ask(4..<6, by: 2, within: .seconds(12))
        let admission = uploads.ask(0..<1, by: 3, within: .seconds(seconds))
        #expect((admission.isQueued ? "queued" : "busy") == answer)
        #expect(uploads.refused.joined() == refused)
        #expect(uploads.queue.servedPeers == 2)
    }

    @Test func `a peer's need is its nearest deadline`() {
        var uploads = TestUploads(configuration { $0.slots = 1 })
        _ = uploads.ask(0..<1, by: 1, within: .seconds(60))
        _ = uploads.ask(1..<2, by: 1, within: .seconds(3))
        #expect(!uploads.ask(0..<1, by: 2, within: .seconds(2)).isQueued)
        expect(uploads.drain(1), is: ["1:1"])
        #expect(uploads.ask(0..<1, by: 2, within: .seconds(2)).isQueued)
        #expect(uploads.refused == ["1:0..<1"])
    }

    @Test func `nobody is displaced where that would not make room enough`() {
        let configuration = configuration {
            $0.chunksInAll = 10
            $0.slots = 3
        }
        var uploads = TestUploads(configuration)
        _ = uploads.ask(0..<8, by: 1, within: .seconds(5))
        _ = uploads.ask(0..<2, by: 2, within: .seconds(60))
        #expect(!uploads.ask(0..<3, by: 3, within: .zero).isQueued)
        #expect(uploads.refused.isEmpty)
        #expect(uploads.ask(0..<2, by: 3, within: .zero).isQueued)
        #expect(uploads.refused == ["2:0..<2"])
    }

    @Test func `a slot is free once the peer's last chunk went out`() {
        var uploads = TestUploads(configuration { $0.slots = 1 })
        _ = uploads.ask(0..<2, by: 1)
        #expect(!uploads.ask(0..<1, by: 2).isQueued)
        _ = uploads.drain(2)
        #expect(uploads.ask(0..<1, by: 2).isQueued)
    }

    @Test func `the pause follows the time that the queued chunks take`() {
        var uploads = TestUploads(configuration { $0.slots = 1 })
        _ = uploads.ask(0..<16, by: 1)
        // Ten chunks a second; the first only starts the measurement.
        for _ in 0..<6 {
            _ = uploads.drain(1)
            uploads.now = uploads.now + .milliseconds(100)
        }
        guard case .busy(let pause) = uploads.ask(0..<1, by: 2) else {
            Issue.record("there was room")
            return
        }
        #expect(abs(pause.inSeconds - 1) < 0.001)
    }

    @Test func `a stranger gets no slot`() {
        var uploads = TestUploads(peers: 3)
        #expect(!uploads.ask(0..<1, by: 4).isQueued)
        uploads.queue.peerLeft(TestUploads.peer(3))
        #expect(!uploads.ask(0..<1, by: 3).isQueued)
        #expect(uploads.queue.servedPeers == 0)
    }

    // MARK: Ends

    @Test func `a cancel takes out the middle of a run`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<6, by: 1)
        let run = ChunkRun(2..<4)
        let cancelled = uploads.queue.cancelled(
            TestUploads.segment, run, by: TestUploads.peer(1))
        let nothing = uploads.queue.cancelled(TestUploads.segment, run, by: TestUploads.peer(1))
        #expect(cancelled == 2)
        #expect(nothing == 0)
        expect(uploads.drain(), is: ["1:0", "1:1", "1:4", "1:5"])
    }

    @Test func `a cancel takes out what several runs have of it, and of nobody else`() {
        var uploads = TestUploads()
        _ = uploads.ask(4..<8, by: 1)
        _ = uploads.ask(0..<4, by: 1)
        _ = uploads.ask(0..<8, by: 2)
        let cancelled = uploads.queue.cancelled(
            TestUploads.segment, ChunkRun(2..<7), by: TestUploads.peer(1))
        #expect(cancelled == 5)
        uploads.queue.peerLeft(TestUploads.peer(2))
        expect(uploads.drain(), is: ["1:7", "1:0", "1:1"])
    }

    @Test func `a dropped segment ends its runs and no others`() {
        let other = SegmentID(track: TrackID(1), number: 2)
        var uploads = TestUploads()
        _ = uploads.ask(0..<2, by: 1)
        _ = uploads.ask(3..<4, of: other, by: 1)
        _ = uploads.ask(7..<9, by: 2)
        let dropped = uploads.queue.segmentDropped(TestUploads.segment)
        #expect(
            dropped.map { "\(TestUploads.number($0.peer)):\($0.run.chunks)" }.sorted()
                == ["1:0..<2", "2:7..<9"])
        #expect(uploads.queue.servedPeers == 1)
        expect(uploads.drain(), is: ["1:3"])
    }

    @Test func `a closed queue has told everyone, and lets nobody in until it is opened`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<2, by: 1)
        _ = uploads.ask(3..<5, by: 2, within: .seconds(1))
        uploads.close(retryAfter: .seconds(7))
        #expect(uploads.refused.sorted() == ["1:0..<2", "2:3..<5"])
        #expect(uploads.queue.queuedChunks == 0)
        expect(uploads.drain(), is: [])
        expect(uploads.ask(0..<1, by: 1), is: .busy(retryAfter: .seconds(7)))
        uploads.queue.open()
        expect(uploads.ask(0..<1, by: 1), is: .queued)
    }
}
