import Primitives
import SwarmCore
import Testing

/// What a peer could ask of somebody nearer, and what it can have nowhere else.
@Suite struct UploadSpareTests {
    @Test func `what can be had elsewhere comes last as long as it has time`() {
        var uploads = TestUploads()
        expect(uploads.ask(0..<2, by: 1, within: .seconds(30), isSpare: true), is: .queued)
        expect(uploads.ask(2..<4, by: 2, within: .seconds(200)), is: .queued)
        #expect(uploads.drain() == ["2:2", "2:3", "1:0", "1:1"])
    }

    @Test func `it loses its place to what cannot be had elsewhere, however late that is due`() {
        var uploads = TestUploads()
        _ = uploads.ask(0..<2, by: 1, within: .seconds(30), isSpare: true)
        _ = uploads.ask(2..<4, by: 2, within: .seconds(100))
        expect(uploads.ask(4..<6, by: 3, within: .seconds(200)), is: .queued)
        #expect(uploads.refused == ["1:0..<2"])
    }

    @Test func `what is needed soon is never put behind`() {
        var uploads = TestUploads()
        expect(uploads.ask(0..<2, by: 1, within: .seconds(200)), is: .queued)
        expect(uploads.ask(2..<4, by: 2, within: .seconds(9), isSpare: true), is: .queued)
        #expect(uploads.drain() == ["2:2", "2:3", "1:0", "1:1"])
    }
}
