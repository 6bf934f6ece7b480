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

    /// After each column of ten seconds, whether it is known how long a chunk takes.
    ///
    /// In `s` eight chunks go out one after the other, and in `?` one is asked for and goes out at
    /// once: that measures nothing, and what is old is forgotten.
    private func known(_ drawing: String) -> String {
        var uploads = TestUploads()
        var next = 0
        var known = ""
        for (column, mark) in drawing.enumerated() {
            uploads.now = .start + .seconds(10) * column
            let count = mark == "s" ? 8 : mark == "?" ? 1 : 0
            if count > 0 {
                expect(uploads.ask(next..<next + count, by: 1, within: .seconds(30)), is: .queued)
            }
            for _ in 0..<count {
                #expect(uploads.drain(1).count == 1)
                uploads.now = uploads.now + .milliseconds(300)
            }
            next += count
            known += uploads.queue.secondsPerChunk == nil ? "." : "#"
        }
        return known
    }

    /// Whoever asks may be turned away because the line was slow, and then nothing is measured.
    @Test(arguments: [
        ("?.?.......", ".........."), ("s.........", "##########"), ("s.....?...", "##########"),
        ("s......?..", "#######..."), ("s.?.?.?.?.", "########.."), ("s...s.....?", "###########"),
        ("s......?s.", "#######.##"),
    ]) func `after a minute without a measurement it is forgotten as soon as somebody asks`(
        _ drawing: String, _ expected: String
    ) {
        #expect(known(drawing) == expected)
    }

    @Test func `where no chunk went out they take at least as long as the first has waited`() throws
    {
        var uploads = TestUploads()
        expect(uploads.ask(0..<1, by: 1, within: .seconds(30)), is: .queued)
        uploads.now = .start + .seconds(4)
        expect(uploads.ask(1..<2, by: 2, within: .seconds(30)), is: .queued)
        #expect(try #require(uploads.queue.secondsPerChunk) == 4)
    }
}
