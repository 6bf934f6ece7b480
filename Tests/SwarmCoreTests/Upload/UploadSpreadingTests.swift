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

    /// Two chunks a second go out.
    @Test(arguments: [
        (1, 3.0, "queued"), (1, 1.0, "queued"), (2, 3.0, "for 0.5 seconds"),
        (8, 9.1, "for 3.5 seconds"), (8, 1.0, "for 3.5 seconds"),
    ])
    func `who would wait behind more than two chunks is put off until there are no more`(
        _ queued: Int, _ timeLeft: Double, _ answer: String
    ) {
        let said = reply(to: timeLeft, behind: queued, secondsPerChunk: 0.5)
        #expect(said == answer)
    }

    @Test(arguments: [
        (1, 17.0, "queued"), (1, 15.0, "for 0.5 seconds"), (1, 6.0, "for 10.0 seconds"),
    ])
    func `what would come too late to be passed on is put off`(
        _ queued: Int, _ timeLeft: Double, _ answer: String
    ) {
        let said = reply(to: timeLeft, behind: queued, secondsPerChunk: 4)
        #expect(said == answer)
    }

    private func reply(
        to seconds: Double, behind queued: Int, secondsPerChunk: Double
    ) -> String {
        var configuration = UploadConfiguration()
        configuration.spreading?.span = .seconds(60)
        var uploads = TestUploads(configuration)
        _ = uploads.ask(0..<4 + queued, by: 1, within: .seconds(60))
        for _ in 0..<4 {
            _ = uploads.drain(1)
            uploads.now = uploads.now + .clamped(seconds: secondsPerChunk)
        }
        let first = 4 + queued
        return switch uploads.ask(first..<first + 1, by: 2, within: .seconds(seconds)) {
        case .queued: "queued"
        case .busy(let pause): "for \(pause)"
        }
    }
}
