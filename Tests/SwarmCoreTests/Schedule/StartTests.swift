import Primitives
import SwarmCore
import Testing

@Suite struct StartTests {
    @Test func `alone the first segment comes from the origin at once`() {
        var steps = Steps()
        expect(steps.request(0, at: 0), is: ["origin 0@0 start"])
        expect(steps.wait(until: 1_000), is: [])
    }

    @Test func `it waits a moment for peers that are known to be connecting`() {
        var steps = Steps()
        steps.at(0) { $0.slotAssigned(slot: 1, viewers: 2, edges: 0, at: $1, into: &$2) }
        expect(steps.request(0, at: 0), is: [])
        expect(steps.wait(until: 1_000), is: ["50: origin 0@0 start"])
    }

    @Test func `a peer that has it is asked as soon as it says so`() {
        var steps = Steps()
        steps.at(0) { $0.slotAssigned(slot: 1, viewers: 2, edges: 0, at: $1, into: &$2) }
        steps.request(0, at: 0)
        expect(steps.join("a", has: [0], at: 40), is: ["leaves 0 of a"])
        expect(steps.leaves(0, from: "a", at: 60), is: ["0:0..<10 of a"])
    }

    @Test func `a stalled peer hands over at the byte it reached`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        expect(steps.request(0, at: 0), is: ["leaves 0 of a"])
        steps.leaves(0, from: "a", at: 20)
        steps.chunks(0..<4, of: 0, from: "a", at: 100)
        let words = steps.wait(until: 3_000)
        #expect(words.count == 2, "\(words)")
        #expect(words.first?.hasSuffix("cancel 0:4..<10 of a") == true)
        #expect(words.last?.hasSuffix("origin 0@4 late") == true)
        let late = steps.chunks(4..<5, of: 0, from: "a", at: 3_100)
        #expect(late.useful == [true])
        #expect(late.words.isEmpty)
    }

    @Test func `a trickling peer hands over as well`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        steps.request(0, at: 0)
        steps.leaves(0, from: "a", at: 20)
        var words: [String] = []
        for chunk in 0..<10 where !words.contains(where: { $0.contains("origin") }) {
            let time = 500 * (chunk + 1)
            words += steps.wait(until: time)
            words += steps.chunks(chunk..<chunk + 1, of: 0, from: "a", at: time).words
        }
        #expect(words.contains { $0.contains("origin 0@") })
    }

    @Test func `a peer without leaves is not waited for`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        steps.request(0, at: 0)
        let (segment, peer) = (steps.segment(0), steps.peer("a"))
        expect(
            steps.at(30) { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) },
            is: ["origin 0@0 late"])
    }

    @Test func `nothing is fetched ahead before the first frame`() {
        var steps = Steps()
        steps.request(0, at: 0)
        expect(steps.wait(until: 400), is: [])
        expect(steps.origin(0, at: 500), is: ["origin 1@0 noPeer"])
    }
}
