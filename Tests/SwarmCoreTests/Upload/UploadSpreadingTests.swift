import PeerWire
import Primitives
import SwarmCore
import Testing

/// What many want soon: who gets it first, and what is not promised.
@Suite struct UploadSpreadingTests {
    private static let next = SegmentID(track: TrackID(1), number: 2)

    @Test func `a chunk that nobody was given passes second copies that are due sooner`() {
        var uploads = TestUploads(UploadConfiguration())
        _ = uploads.ask(0..<2, by: 1, within: .seconds(4))
        expect(uploads.drain(), is: ["1:0", "1:1"])
        _ = uploads.ask(0..<2, by: 2, within: .seconds(4))
        _ = uploads.ask(7..<9, of: Self.next, by: 3, within: .seconds(8))
        expect(uploads.drain(), is: ["3:7", "3:8", "2:0", "2:1"])
    }

    @Test func `what is due much later waits, new or not`() {
        var uploads = TestUploads(UploadConfiguration())
        _ = uploads.ask(0..<1, by: 1, within: .seconds(4))
        _ = uploads.drain()
        _ = uploads.ask(0..<1, by: 2, within: .seconds(4))
        _ = uploads.ask(7..<8, of: Self.next, by: 3, within: .seconds(11))
        expect(uploads.drain(), is: ["2:0", "3:7"])
    }

    @Test func `who asks for what is new is let in beside the slots`() {
        var uploads = TestUploads(UploadConfiguration())
        #expect(uploads.ask(0..<1, by: 1).isQueued)
        #expect(uploads.ask(1..<2, by: 2).isQueued)
        #expect(!uploads.ask(0..<2, by: 3).isQueued)
        #expect(uploads.ask(1..<3, by: 4).isQueued)
        #expect(uploads.ask(0..<1, of: Self.next, by: 5).isQueued)
        #expect(!uploads.ask(0..<1, of: Self.next, by: 6).isQueued)
        #expect(uploads.queue.servedPeers == 4)
    }

    /// Two chunks a second go out, eight are queued: four seconds and a half for one more.
    @Test(arguments: [
        (9.1, "queued"), (8.9, "for 0.1 seconds"), (5.0, "for 2.0 seconds"),
        (1.0, "for 3.5 seconds"),
    ])
    func `what would come too late to be passed on is put off until it would not`(
        _ seconds: Double, _ answer: String
    ) {
        var uploads = TestUploads(UploadConfiguration())
        _ = uploads.ask(0..<12, by: 1, within: .seconds(12))
        for _ in 0..<4 {
            _ = uploads.drain(1)
            uploads.now = uploads.now + .milliseconds(500)
        }
        let said =
            switch uploads.ask(12..<13, by: 2, within: .seconds(seconds)) {
            case .queued: "queued"
            case .busy(let pause): "for \(pause)"
            }
        #expect(said == answer)
    }
}
