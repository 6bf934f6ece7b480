import Primitives
import SwarmCore
import Testing

/// What is fetched ahead of need: of whom, and what has to wait.
@Suite struct AheadTests {
    private func playing() -> Steps {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 300)
        return steps
    }

    private func asked(_ words: [String], of name: String) -> [String] {
        words.filter { !$0.contains("cancel") && $0.hasSuffix("of \(name)") }
    }

    @Test func `who plays between two is nearer to the one behind`() {
        var steps = playing()
        steps.moved(40, buffer: 10, at: 300)
        steps.join("a", has: [], position: 10, at: 300)
        steps.join("b", has: [], position: 20, at: 300)
        steps.join("c", has: [], position: 20.5, at: 300)
        steps.join("d", has: [], position: 50, at: 300)
        let isNearer = "abcd".map {
            steps.schedule.isSomebodyNearer(to: steps.peer($0), at: steps.now)
        }
        #expect(isNearer == [true, false, false, false])
    }

    @Test func `far ahead the nearest is asked as long as it has room`() {
        var steps = playing()
        steps.moved(0, buffer: 10, at: 300)
        let far = (20..<30).map { UInt64($0) }
        steps.join("a", has: far, position: 30, at: 310)
        steps.join("b", has: far, position: 10, at: 310)
        // Who came first was asked first; leaves tell what is asked of whom from now on.
        let words = steps.leaves(20, from: "a", at: 320)
        #expect(!asked(words, of: "b").filter { $0.hasPrefix("20:") }.isEmpty, "\(words)")
        #expect(asked(words, of: "a").filter { $0.hasPrefix("20:") }.isEmpty, "\(words)")
    }

    @Test func `while a player waits with little time nothing else takes its part of the line`() {
        var steps = playing()
        steps.moved(8, buffer: 4, at: 310)
        steps.join("a", has: (6..<30).map { UInt64($0) }, at: 310)
        var words = steps.request(6, at: 320)
        words += steps.leaves(7, from: "a", at: 330)
        words += steps.leaves(8, from: "a", at: 330)
        #expect(!words.contains { $0.hasPrefix("7:") || $0.hasPrefix("8:") }, "\(words)")
        words = steps.leaves(6, from: "a", at: 340)
        #expect(words.contains { $0.hasPrefix("6:") }, "\(words)")
    }

    /// All of them have the far part of a film of a minute, which is needed here in 40 s.
    @Test(arguments: [
        (position: 4.0, evicts: false, isLeft: true),
        // They will have seen the end by then.
        (position: 30.0, evicts: false, isLeft: false),
        // They will keep two seconds of what they have played.
        (position: 4.0, evicts: true, isLeft: false),
    ])
    func `what three will still have when it is needed is left for later`(
        position: Double, evicts: Bool, isLeft: Bool
    ) {
        var steps = playing()
        steps.moved(0, buffer: 10, at: 300)
        let first = steps.segment(0)
        for name in "abc" {
            let peer = steps.peer(name)
            steps.join(name, has: [0], position: position, at: 310)
            guard evicts else { continue }
            steps.at(311) { $0.peerEvicted(peer, [first], at: $1, into: &$2) }
        }
        var words: [[String]] = []
        for name in "abc" {
            let (peer, far) = (steps.peer(name), (20..<27).map { steps.segment(UInt64($0)) })
            words.append(steps.at(320) { $0.peerHas(peer, far, at: $1, into: &$2) })
        }
        #expect(!words[1].isEmpty, "two could leave")
        #expect(words[2].isEmpty == isLeft, "\(words)")
    }
}
