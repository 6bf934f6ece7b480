import PeerWire
import Primitives
import SwarmCore
import Testing

/// Word of a fetch that goes one connection further than the fetcher's own.
@Suite struct RumourTests {
    /// A viewer of a broadcast that holds ten seconds, and is connected to some others.
    private func viewer(
        of viewers: Int, edges: Int = 0, owners: Int = 1, peers: String = "abcdefgh",
        segments: Range<Int> = 0..<8
    ) -> Steps {
        var configuration = ScheduleConfiguration()
        configuration.diversity = 7 << 32
        var steps = Steps(configuration, segments: segments)
        steps.describe(segments, isLive: true)
        steps.at(0) { $0.ownersNeeded(owners, at: $1, into: &$2) }
        steps.at(0) {
            $0.slotAssigned(slot: 0, viewers: viewers, edges: edges, at: $1, into: &$2)
        }
        for name in peers { steps.join(name, has: [], at: 0) }
        steps.request(0, at: 0)
        steps.wait(until: 60)
        steps.origin(0, at: 60)
        steps.moved(0, buffer: 10, at: 60)
        return steps
    }

    private let fetching = ChunkMask(chunkCount: 0)

    private func hear(
        _ chunks: ChunkMask, of number: UInt64, from name: Character, _ steps: inout Steps,
        at milliseconds: Int
    ) -> [String] {
        let (segment, peer) = (steps.segment(number), steps.peer(name))
        return steps.at(milliseconds) {
            $0.peerReceives(peer, segment, chunks: chunks, at: $1, into: &$2)
        }
    }

    @Test func `what the fetcher says is told on once, what others say is not`() {
        var steps = viewer(of: 1_000)
        #expect(hear(fetching, of: 5, from: "a", &steps, at: 100) == ["tell of 5"])
        #expect(hear(fetching, of: 5, from: "b", &steps, at: 110) == [])
        #expect(hear(.rumour, of: 6, from: "a", &steps, at: 120) == [])
        #expect(hear(fetching, of: 6, from: "b", &steps, at: 130) == [])
    }

    @Test func `a segment may be told of before the playlist here names it, but not any`() {
        var steps = viewer(of: 1_000)
        #expect(hear(fetching, of: 8, from: "a", &steps, at: 100) == ["tell of 8"])
        #expect(hear(fetching, of: 11, from: "a", &steps, at: 100) == ["tell of 11"])
        #expect(hear(fetching, of: 12, from: "a", &steps, at: 100) == [])
        #expect(hear(fetching, of: .max, from: "a", &steps, at: 100) == [])
    }

    @Test(arguments: [
        (9, 0, 1, "abcdefgh"), (1_000, 1, 1, "abcdefgh"), (1_000, 0, 3, "abcdefgh"),
        (1_000, 0, 1, "abcdefg"),
    ])
    func `nothing is told on where all or few are connected, edge nodes are, or several must agree`(
        _ viewers: Int, _ edges: Int, _ owners: Int, _ peers: String
    ) {
        var steps = viewer(of: viewers, edges: edges, owners: owners, peers: peers)
        #expect(!hear(fetching, of: 5, from: "a", &steps, at: 100).contains("tell of 5"))
    }

    /// When the viewer, one of a hundred, asks the origin for the only segment that nobody has.
    private func asks(after heardAt: Int? = nil) -> Int? {
        var steps = viewer(of: 100, segments: 0..<2)
        var words: [String] = []
        if let heardAt {
            words += steps.wait(until: heardAt)
            words += hear(.rumour, of: 1, from: "a", &steps, at: heardAt)
        }
        words += steps.wait(until: 8_000)
        let word = words.first { $0.contains("origin 1@0") }
        return word.flatMap { Int($0.prefix { $0 != ":" }) }
    }

    @Test func `a rumour is believed for as long as a fetch may take, and no longer`() throws {
        let turn = try #require(asks())
        #expect((200...3_300).contains(turn))
        #expect(asks(after: turn - 100) == turn - 100 + 2_500)
    }
}
