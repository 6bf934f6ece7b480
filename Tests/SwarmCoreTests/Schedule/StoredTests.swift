import Primitives
import SwarmCore
import Testing

/// Segments that are on disk are asked of nobody, until it turns out that they are not.
@Suite struct StoredTests {
    private func stored(_ numbers: [UInt64], in steps: inout Steps, at time: Int) -> [String] {
        numbers.flatMap { number in
            let segment = steps.segment(number)
            return steps.at(time) { $0.segmentStored(segment, at: $1, into: &$2) }
        }
    }

    @Test func `what is stored is fetched neither for the player nor ahead`() {
        var steps = Steps()
        #expect(stored(Array(0..<30), in: &steps, at: 0) == [])
        steps.join("a", has: [0, 1, 2], at: 0)
        #expect(steps.request(0, at: 10) == [])
        #expect(steps.moved(0, buffer: 2, at: 20) == [])
        #expect(steps.wait(until: 60_000) == [])
    }

    @Test func `a fetch that has begun is taken back`() {
        var steps = Steps()
        #expect(steps.request(0, at: 0).contains { $0.hasPrefix("origin 0@0") })
        #expect(stored([0], in: &steps, at: 10).contains("cancel origin 0"))
    }

    @Test func `what peers are asked for is taken back`() {
        var steps = Steps()
        steps.request(1, at: 0)
        let segment = steps.segment(1)
        steps.at(10) { $0.originFailed(segment, retryAfter: .seconds(60), at: $1, into: &$2) }
        #expect(steps.join("a", has: [1], at: 20) == ["leaves 1 of a"])
        #expect(steps.leaves(1, from: "a", at: 30).contains { $0.hasPrefix("1:") })
        #expect(stored([1], in: &steps, at: 40).contains { $0.hasPrefix("cancel 1:") })
    }

    @Test func `what turns out not to be there is fetched for the player`() {
        var steps = Steps()
        _ = stored([0], in: &steps, at: 0)
        #expect(steps.request(0, at: 10) == [])
        let segment = steps.segment(0)
        steps.at(20) { $0.segmentDropped(segment, at: $1, into: &$2) }
        #expect(steps.request(0, at: 20).contains { $0.hasPrefix("origin 0@0") })
    }

    @Test func `what no playlist names is nothing`() {
        var steps = Steps(segments: 0..<10)
        #expect(stored([77], in: &steps, at: 0) == [])
        #expect(steps.request(77, at: 10).contains { $0.hasPrefix("origin 77@0") })
    }
}
