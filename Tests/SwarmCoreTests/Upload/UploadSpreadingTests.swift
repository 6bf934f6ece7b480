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
        return Self.words(
            uploads.ask(first..<first + 1, by: 2, within: .seconds(seconds), stock: .live))
    }

    private static func words(_ admission: UploadQueue.Admission) -> String {
        switch admission {
        case .queued: "queued"
        case .busy(let pause): "for \((pause.inSeconds * 10).rounded() / 10) seconds"
        }
    }

    /// A chunk goes out in a fifth of a second: eight take longer than anybody is to wait.
    @Test(arguments: [
        (0, 60.0, UploadStock.common, "queued"), (0, 60, .scarce, "queued"),
        (0, 3.3, .common, "queued"), (0, 3.1, .common, "for 0.6 seconds"),
        (0, 60, .live, "for 0.6 seconds"), (5, 60, .scarce, "queued"),
        (7, 60, .scarce, "for 0.4 seconds"), (7, 60, .live, "for 2.0 seconds"),
    ])
    func `a long run of a film waits for others and not for itself`(
        _ queued: Int, _ timeLeft: Double, _ stock: UploadStock, _ answer: String
    ) {
        var uploads = TestUploads(UploadConfiguration())
        _ = uploads.ask(0..<8 + queued, by: 1, within: .seconds(30))
        for _ in 0..<8 {
            _ = uploads.drain(1)
            uploads.now = uploads.now + .milliseconds(200)
        }
        let admission = uploads.ask(
            0..<8, of: Self.next, by: 2, within: .seconds(timeLeft), stock: stock)
        #expect(Self.words(admission) == answer)
    }

    /// Who asks for much at a time, and has nobody else, beside who could ask somebody nearer for one
    /// chunk after the other.
    @Test func `of a film who asks for long runs is not starved by who asks for short ones`() {
        var uploads = TestUploads(UploadConfiguration(), peers: 2)
        var given = [0, 0]
        var (run, single) = (0, 0)
        for _ in 0..<400 {
            if uploads.ask(run..<run + 8, of: Self.next, by: 1, within: .seconds(165)).isQueued {
                run += 8
            }
            let isQueued = uploads.ask(
                single..<single + 1, by: 2, within: .seconds(130), isSpare: true
            ).isQueued
            if isQueued { single += 1 }
            for word in uploads.drain(1) { given[word.hasPrefix("1:") ? 0 : 1] += 1 }
            uploads.now = uploads.now + .milliseconds(147)
        }
        #expect(given.reduce(0, +) > 390)
        #expect(given[0] > 100, "\(given)")
    }
}
