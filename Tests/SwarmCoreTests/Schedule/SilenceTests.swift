import Primitives
import SwarmCore
import Testing

/// Peers that say what they have and then say nothing.
@Suite struct SilenceTests {
    /// A member that owns nothing near, far from everything that peers have.
    private func member() -> Steps {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 100)
        steps.at(100) { $0.slotAssigned(slot: 1, viewers: 8, edges: 0, at: $1, into: &$2) }
        return steps
    }

    @Test func `leaves asked for while there was time do not hold up what is urgent`() {
        var steps = member()
        steps.moved(0, buffer: 40, at: 110)
        let asked = steps.join("a", has: [25], at: 120)
        #expect(asked.contains("leaves 25 of a"), "\(asked)")
        // The player jumps to what was far away.
        let words =
            steps.wait(until: 700) + steps.moved(50, buffer: 0, at: 700)
            + steps.request(25, at: 700)
        #expect(words.contains("origin 25@0 late"), "\(words)")
    }

    @Test func `of several that have a segment the next is asked long before it is urgent`() {
        var steps = member()
        steps.moved(0, buffer: 40, at: 110)
        steps.join("a", has: [25], at: 120)
        steps.join("b", has: [25], at: 130)
        let words = steps.wait(until: 1_200)
        #expect(words.contains { $0.hasSuffix("leaves 25 of b") }, "\(words)")
    }

    @Test func `who never answers is not believed for a while, and then tried once`() {
        var steps = member()
        steps.moved(0, buffer: 40, at: 110)
        let segments = Array(UInt64(10)..<30)
        steps.join("a", has: segments, at: 120)
        let first = steps.wait(until: 9_000).filter { $0.hasSuffix("of a") }
        #expect(first.count <= 4, "\(first)")
        let later = steps.wait(until: 26_000).filter { $0.hasSuffix("of a") }
        #expect((1...2).contains(later.count), "\(later)")
    }

    @Test func `an answer that comes late after all is believed`() {
        var steps = member()
        steps.moved(0, buffer: 40, at: 110)
        steps.join("a", has: Array(10..<30), at: 120)
        steps.wait(until: 9_000)
        let words = steps.leaves(10, from: "a", at: 9_000)
        #expect(words.contains { $0.hasPrefix("10:") && $0.hasSuffix("of a") }, "\(words)")
    }
}
