import Primitives
import SwarmCore
import Testing

@Suite struct UploadPaceTests {
    /// Eight chunks have left, one each 0.3 s, the last measurement at 1.8 s.
    private func slowUploads() -> TestUploads {
        var uploads = TestUploads()
        expect(uploads.ask(0..<8, by: 1, within: .seconds(30)), is: .queued)
        for _ in 0..<8 {
            #expect(uploads.drain(1).count == 1)
            uploads.now = uploads.now + .milliseconds(300)
        }
        return uploads
    }

    @Test func `it is measured while chunks wait`() throws {
        let seconds = try #require(slowUploads().queue.secondsPerChunk)
        #expect(abs(seconds - 0.3) < 1e-9)
    }

    /// Whoever asks may be turned away because the line was slow, and then nothing is measured.
    @Test func `after a minute without a measurement it is forgotten`() {
        var uploads = slowUploads()
        uploads.now = .start + .seconds(61)
        expect(uploads.ask(8..<9, by: 1, within: .seconds(30)), is: .queued)
        #expect(uploads.queue.secondsPerChunk != nil)
        #expect(uploads.drain().count == 1)
        uploads.now = .start + .seconds(62)
        expect(uploads.ask(9..<10, by: 1, within: .seconds(30)), is: .queued)
        #expect(uploads.queue.secondsPerChunk == nil)
    }
}
