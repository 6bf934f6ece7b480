import Primitives
import SwarmCore
import Testing

@Suite struct UploadFairnessTests {
    private static let chunk = ChunkGeometry.chunkSize

    private func uploads(played chunks: Int, peers: Int = 19) -> TestUploads {
        var configuration = UploadConfiguration()
        configuration.fairness?.burst = 4 * Self.chunk
        configuration.fairness?.ratio = 1.2
        configuration.fairness?.filling = .zero
        configuration.fairness?.largestBurst = 2 * Self.chunk
        configuration.fairness?.largestRatio = 1.1
        var uploads = TestUploads(configuration, peers: peers)
        uploads.queue.delivered(chunks * Self.chunk, at: uploads.now)
        return uploads
    }

    /// Ten chunks played allow 12 more than the burst of 4 to be given.
    @Test func `past its share a viewer puts off what can wait, and nothing else`() {
        var uploads = uploads(played: 10)
        expect(uploads.ask(0..<10, by: 1, within: .seconds(30)), is: .queued)
        #expect(uploads.drain().count == 10)
        expect(uploads.ask(10..<16, by: 2, within: .seconds(30)), is: .queued)
        expect(
            uploads.ask(16..<17, by: 2, within: .seconds(30)), is: .busy(retryAfter: .seconds(1)))
        expect(uploads.ask(16..<17, by: 2, within: .seconds(10)), is: .queued)
        expect(
            uploads.ask(17..<18, by: 2, within: .seconds(10.5)),
            is: .busy(retryAfter: .seconds(0.5)))
    }

    @Test func `what it plays on, it may give again`() {
        var uploads = uploads(played: 10)
        _ = uploads.ask(0..<16, by: 1, within: .seconds(30))
        #expect(!uploads.ask(0..<6, by: 2, within: .seconds(30)).isQueued)
        uploads.queue.delivered(5 * Self.chunk, at: uploads.now)
        #expect(uploads.ask(0..<6, by: 2, within: .seconds(30)).isQueued)
        #expect(!uploads.ask(6..<7, by: 2, within: .seconds(30)).isQueued)
    }

    @Test(arguments: [(2, true), (3, false)])
    func `where few are connected nobody is put off`(_ peers: Int, _ isServed: Bool) {
        var uploads = uploads(played: 0, peers: peers)
        _ = uploads.ask(0..<4, by: 1, within: .seconds(30))
        #expect(uploads.ask(4..<5, by: 1, within: .seconds(30)).isQueued == isServed)
    }

    /// Nothing was played, so that of what others have only the burst of 4 chunks is given.
    @Test func `of what few have the first copy is given whatever was played`() {
        var uploads = uploads(played: 0)
        #expect(uploads.ask(0..<10, by: 1, within: .seconds(30), stock: .scarce).isQueued)
        #expect(uploads.ask(10..<16, by: 2, within: .seconds(30), stock: .scarce).isQueued)
        #expect(!uploads.ask(16..<17, by: 2, within: .seconds(30)).isQueued)
        #expect(uploads.drain().count == 16)
        #expect(uploads.ask(0..<4, by: 3, within: .seconds(30), stock: .scarce).isQueued)
        #expect(!uploads.ask(4..<5, by: 4, within: .seconds(30), stock: .scarce).isQueued)
    }

    /// 22 chunks played: beyond the burst of 4, another 4 of what few have are given again, or 8.
    @Test(arguments: [(7, 12), (8, 8)])
    func `where hardly anybody else is connected more of what few have is given again`(
        _ peers: Int, _ again: Int
    ) {
        var uploads = uploads(played: 22, peers: peers)
        for first in [0, 16] {
            #expect(
                uploads.ask(
                    first..<first + 16, by: 1, within: .seconds(30), stock: .scarce
                ).isQueued)
            #expect(uploads.drain().count == 16)
        }
        var given = 0
        while uploads.ask(given..<given + 1, by: 2, within: .seconds(30), stock: .scarce).isQueued {
            given += uploads.drain().count
        }
        #expect(given == again)
    }

    /// Ten chunks played allow 11 more than the burst of 2 to be given.
    @Test(arguments: [(19, true), (20, false)])
    func `in a large swarm nobody gives more than its share but what is needed at once`(
        _ peers: Int, _ isServed: Bool
    ) {
        for stock in [UploadStock.scarce, .common] {
            var uploads = uploads(played: 10, peers: peers)
            expect(uploads.ask(0..<13, by: 1, within: .seconds(2), stock: stock), is: .queued)
            #expect(
                uploads.ask(13..<14, by: 2, within: .seconds(2), stock: stock)
                    == (isServed ? .queued : .busy(retryAfter: .seconds(1))))
            expect(uploads.ask(14..<15, by: 3, within: .seconds(1.5), stock: stock), is: .queued)
        }
    }

    @Test func `in a large swarm, too, what is broadcast is never put off for that`() {
        var uploads = uploads(played: 0, peers: 30)
        for number in 1...4 {
            expect(uploads.ask(0..<16, by: number, stock: .live), is: .queued)
            #expect(uploads.drain().count == 16)
        }
    }

    @Test func `what fills the buffer at first is not played yet`() {
        var configuration = UploadConfiguration()
        configuration.fairness?.burst = 0
        var uploads = TestUploads(configuration)
        uploads.queue.delivered(100 * Self.chunk, at: uploads.now)
        uploads.now = uploads.now + .seconds(9)
        uploads.queue.delivered(100 * Self.chunk, at: uploads.now)
        #expect(!uploads.ask(0..<1, by: 1, within: .seconds(30)).isQueued)
        uploads.now = uploads.now + .seconds(1)
        uploads.queue.delivered(10 * Self.chunk, at: uploads.now)
        #expect(uploads.ask(0..<12, by: 1, within: .seconds(30)).isQueued)
        #expect(!uploads.ask(12..<13, by: 1, within: .seconds(30)).isQueued)
    }

    @Test func `what was cancelled was not given`() {
        var uploads = uploads(played: 10)
        _ = uploads.ask(0..<16, by: 1, within: .seconds(30))
        #expect(!uploads.ask(0..<1, by: 2, within: .seconds(30)).isQueued)
        uploads.queue.peerLeft(TestUploads.peer(1))
        #expect(uploads.ask(0..<16, by: 2, within: .seconds(30)).isQueued)
    }

    @Test func `an edge node gives without playing`() {
        var uploads = TestUploads(.edge)
        for round in 0..<100 {
            let first = 16 * round
            #expect(uploads.ask(first..<first + 16, by: 1, within: .seconds(60)).isQueued)
            #expect(uploads.drain().count == 16)
        }
    }

    /// One of two holders is asked first for everything by viewers who turn to the other when put off.
    @Test func `load moves to whoever is less busy`() {
        var first = uploads(played: 1_000)
        var second = uploads(played: 1_000)
        var given = [0, 0]
        for chunk in 0..<2_000 {
            if first.ask(chunk..<chunk + 1, by: 1, within: .seconds(30)).isQueued {
                given[0] += first.drain().count
            } else if second.ask(chunk..<chunk + 1, by: 1, within: .seconds(30)).isQueued {
                given[1] += second.drain().count
            }
        }
        #expect(given == [1_204, 796])
    }
}
