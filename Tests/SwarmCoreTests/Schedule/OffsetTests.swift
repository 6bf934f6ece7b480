import PeerWire
import Primitives
import SwarmCore
import Testing

/// A player that reads from the middle of a segment on, as one does that seeks in a file.
@Suite struct OffsetTests {
    /// A schedule whose player has been given something before, and for which nothing is fetched ahead.
    private func played() -> Steps {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.at(0) { $0.tracksSelected([], at: $1, into: &$2) }
        steps.origin(0, at: 0)
        return steps
    }

    private func offset(_ chunk: Int) -> PlayerHints {
        var hints = PlayerHints()
        hints.offset = chunk * ChunkGeometry.chunkSize + 5
        hints.readsOn = true
        return hints
    }

    private func request(_ number: UInt64, from chunk: Int, of steps: inout Steps, at time: Int)
        -> [String]
    {
        let segment = steps.segment(number)
        return steps.at(time) {
            $0.playerRequested(segment, hints: offset(chunk), at: $1, into: &$2)
        }
    }

    /// The origin delivers from a chunk on to before another.
    private func deliver(
        _ number: UInt64, _ chunks: Range<Int>, to steps: inout Steps, at time: Int
    )
        -> [String]
    {
        let segment = steps.segment(number)
        let count = chunks.count * ChunkGeometry.chunkSize
        return steps.at(time) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: count, at: $1, into: &$2)
            $0.originFinished(segment, at: $1, into: &$2)
        }
    }

    @Test func `the origin is asked from there on, and for the rest when that is there`() {
        var steps = played()
        expect(request(9, from: 6, of: &steps, at: 10), is: ["origin 9@6 seek"])
        expect(
            Array(deliver(9, 6..<10, to: &steps, at: 20).prefix(1)), is: ["origin 9@0..<6 seek"]
        )
        _ = deliver(9, 0..<6, to: &steps, at: 30)
        #expect(!steps.schedule.isWanted(steps.segment(9)))
    }

    @Test func `at the very start, too`() {
        var steps = Steps()
        expect(request(9, from: 6, of: &steps, at: 0), is: ["origin 9@6 start"])
        expect(
            Array(deliver(9, 6..<10, to: &steps, at: 20).prefix(1)), is: ["origin 9@0..<6 start"])
    }

    @Test func `of peers it is asked before what it does not want`() {
        var steps = played()
        _ = request(9, from: 6, of: &steps, at: 10)
        let segment = steps.segment(9)
        steps.at(20) { $0.originFailed(segment, retryAfter: .seconds(60), at: $1, into: &$2) }
        expect(steps.join("a", has: [9], at: 30), is: ["leaves 9 of a"])
        var words = steps.leaves(9, from: "a", at: 40)
        words += steps.chunks(6..<10, of: 9, from: "a", at: 50).words
        words += steps.chunks(0..<6, of: 9, from: "a", at: 60).words
        let asked = words.filter { $0.hasPrefix("9:") }
        let firsts = asked.compactMap { Int($0.dropFirst(2).prefix { $0 != "." }) }
        #expect(firsts.first == 6, "\(words)")
        #expect(firsts == firsts.filter { $0 >= 6 } + firsts.filter { $0 < 6 }, "\(words)")
        #expect(firsts.contains(0), "\(words)")
        #expect(!steps.schedule.isWanted(segment))
    }

    @Test func `what comes next to it is brought before what lies before it`() {
        var steps = played()
        expect(request(9, from: 6, of: &steps, at: 10), is: ["origin 9@6 seek"])
        expect(request(10, from: 0, of: &steps, at: 10), is: ["origin 10@0 seek"])
        expect(deliver(9, 6..<10, to: &steps, at: 20), is: [])
        let words = deliver(10, 0..<10, to: &steps, at: 30) + steps.wait(until: 500)
        #expect(words.contains { $0.hasSuffix("origin 9@0..<6 seek") }, "\(words)")
    }

    @Test func `what lies before it waits a second for others and no longer`() {
        var steps = played()
        expect(request(9, from: 6, of: &steps, at: 10), is: ["origin 9@6 seek"])
        expect(request(10, from: 0, of: &steps, at: 10), is: ["origin 10@0 seek"])
        expect(deliver(9, 6..<10, to: &steps, at: 20), is: [])
        expect(steps.wait(until: 1_009), is: [])
        expect(steps.wait(until: 1_010), is: ["1010: origin 9@0..<6 seek"])
    }

    @Test func `the place that was asked for last counts`() {
        var steps = played()
        expect(request(9, from: 8, of: &steps, at: 10), is: ["origin 9@8 seek"])
        _ = request(9, from: 2, of: &steps, at: 15)
        expect(
            Array(deliver(9, 8..<10, to: &steps, at: 20).prefix(1)), is: ["origin 9@2..<8 seek"]
        )
    }

    @Test func `a place that the segment does not have is none`() {
        var steps = played()
        expect(request(9, from: 10, of: &steps, at: 10), is: ["origin 9@0 seek"])
    }
}
