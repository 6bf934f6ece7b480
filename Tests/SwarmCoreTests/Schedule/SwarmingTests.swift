import PeerWire
import Primitives
import SwarmCore
import Testing

@Suite struct SwarmingTests {
    /// A player at the start with ten seconds buffered, for which segment 5 is the next; a large
    /// swarm, so that others own what is ahead.
    private func playing() -> Steps {
        var configuration = ScheduleConfiguration()
        configuration.prefetchWindow = .seconds(12)
        configuration.smallestWindow = .seconds(2)
        var steps = Steps(configuration, segments: 5..<30)
        steps.request(0, at: 0)
        steps.origin(0, at: 0)
        steps.at(0) { $0.slotAssigned(slot: 0, viewers: 1_000, edges: 0, at: $1, into: &$2) }
        steps.moved(0, buffer: 10, at: 0)
        return steps
    }

    @Test func `peers of one speed get equal parts of a segment, in short runs and in order`() {
        var steps = playing()
        expect(steps.join("a", has: [5], position: 20, at: 10), is: ["leaves 5 of a"])
        steps.join("b", has: [5], position: 30, at: 10)
        expect(
            steps.leaves(5, from: "a", at: 30),
            is: [
                "5:0..<1 of a", "5:1..<3 of b", "5:3..<5 of a", "5:5..<7 of b", "5:7..<9 of a",
                "5:9..<10 of b",
            ])
    }

    @Test func `A6: the nearest ahead is preferred to the furthest and to those behind`() {
        var steps = playing()
        steps.join("a", has: [], position: 300, at: 10)
        steps.join("b", has: [], position: 20, at: 10)
        let far = steps.peer("a")
        let near = steps.peer("b")
        let segment = steps.segment(5)
        steps.at(20) { schedule, now, actions in
            schedule.peersEnabled(false, at: now, into: &actions)
            schedule.peerHas(far, [segment], at: now, into: &actions)
            schedule.peerHas(near, [segment], at: now, into: &actions)
        }
        expect(
            steps.at(30) { $0.peersEnabled(true, at: $1, into: &$2) }, is: ["leaves 5 of b"])
    }

    @Test func `while there is time what is late is taken back and asked of another peer`() {
        var steps = playing()
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        steps.join("b", has: [5], at: 30)
        let hedges = steps.wait(until: 3_000)
        #expect(hedges.count == 2, "\(hedges)")
        #expect(hedges.first?.hasSuffix("cancel 5:0..<10 of a") == true)
        #expect(hedges.last?.hasSuffix(" 5:0..<10 of b") == true)
        let first = steps.chunks(0..<10, of: 5, from: "b", at: 3_100)
        #expect(first.useful == [Bool](repeating: true, count: 10))
        let second = steps.chunks(0..<1, of: 5, from: "a", at: 3_200)
        #expect(second.useful == [false])
    }

    @Test func `from whom it was taken back is asked again where the origin is silent too`() {
        var steps = playing()
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        steps.join("b", has: [5], at: 30)
        steps.wait(until: 3_000)
        let other = steps.peer("b")
        steps.at(3_100) { $0.peerLeft(other, at: $1, into: &$2) }
        let asked = steps.request(5, at: 3_200) + steps.wait(until: 3_900)
        #expect(asked.contains { $0.hasSuffix("origin 5@0 late") }, "\(asked)")
        let words = steps.wait(until: 30_000)
        #expect(words.first?.hasSuffix(": cancel origin 5") == true, "\(words)")
        #expect(words.dropFirst().first?.hasSuffix(" of a") == true, "\(words)")
    }

    @Test func `with little time a late chunk is asked of two, and the first copy wins`() {
        var steps = playing()
        steps.moved(5, buffer: 5, at: 5)
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        steps.join("b", has: [5], at: 30)
        let hedges = steps.wait(until: 2_000)
        #expect(hedges.contains { $0.hasSuffix("of b") }, "\(hedges)")
        #expect(!hedges.contains { $0.hasSuffix("of a") }, "\(hedges)")
        let first = steps.chunks(0..<1, of: 5, from: "b", at: 2_010)
        #expect(first.useful == [true])
        #expect(first.words.contains("cancel 5:0..<1 of a"))
        #expect(steps.chunks(0..<1, of: 5, from: "a", at: 2_020).useful == [false])
    }

    @Test func `peers keep the part that they bring in time, the origin begins behind it`() {
        var steps = playing()
        steps.moved(8, buffer: 2, at: 5)
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        // A chunk in 200 ms: of the last ones one comes in time, and the origin is asked for the rest.
        var words: [String] = []
        for chunk in 0..<9 where words.isEmpty {
            let time = 20 + 200 * (chunk + 1)
            words += steps.wait(until: time)
            words += steps.chunks(chunk..<chunk + 1, of: 5, from: "a", at: time).words
        }
        #expect(words.count == 2, "\(words)")
        #expect(words.first?.hasSuffix("cancel 5:8..<10 of a") == true)
        #expect(words.last?.hasSuffix("origin 5@8 late") == true)
    }

    @Test func `a peer that leaves gives its chunks back`() {
        var steps = playing()
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        steps.chunks(0..<2, of: 5, from: "a", at: 100)
        steps.join("b", has: [5], at: 110)
        let gone = steps.peer("a")
        expect(
            steps.at(120) { $0.peerLeft(gone, at: $1, into: &$2) }, is: ["5:2..<10 of b"])
    }

    @Test func `a busy peer is asked again when it said, an absent one never`() {
        var steps = playing()
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        let (segment, peer) = (steps.segment(5), steps.peer("a"))
        let run = ChunkRun(0..<10)
        expect(
            steps.at(30) {
                $0.requestEnded(
                    segment, run, from: peer, .busy(retryAfter: .milliseconds(500)), at: $1,
                    into: &$2)
            }, is: [])
        expect(steps.wait(until: 1_000), is: ["530: 5:0..<10 of a"])
        expect(
            steps.at(1_000) {
                $0.requestEnded(segment, run, from: peer, .absent, at: $1, into: &$2)
            }, is: [])
        #expect(!steps.wait(until: 4_000).contains { $0.contains("of a") })
    }

    @Test func `a peer that is itself receiving is asked for what it has`() {
        var steps = playing()
        steps.join("a", has: [], at: 10)
        let (segment, peer) = (steps.segment(5), steps.peer("a"))
        expect(
            steps.at(20) {
                $0.peerReceives(
                    peer, segment, chunks: ChunkMask(prefix: 4, of: 10), at: $1, into: &$2)
            },
            is: ["leaves 5 of a"])
        expect(steps.leaves(5, from: "a", at: 30), is: ["5:0..<4 of a"])
        steps.chunks(0..<4, of: 5, from: "a", at: 60)
        expect(
            steps.at(70) {
                $0.peerReceives(
                    peer, segment, chunks: ChunkMask(prefix: 7, of: 10), at: $1, into: &$2)
            },
            is: ["5:4..<7 of a"])
        expect(
            steps.at(80) { $0.peerHas(peer, [segment], at: $1, into: &$2) },
            is: ["5:7..<10 of a"])
    }

    @Test func `with peers off what is outstanding is taken back and moves to the origin`() {
        var steps = playing()
        steps.join("a", has: [5, 6], at: 10)
        steps.request(5, at: 10)
        steps.leaves(5, from: "a", at: 20)
        steps.chunks(0..<3, of: 5, from: "a", at: 40)
        let words = steps.at(50) { $0.peersEnabled(false, at: $1, into: &$2) }
        #expect(words.contains("cancel 5:3..<10 of a"))
        #expect(words.contains("origin 5@3 policy"))
        #expect(!words.contains { $0.contains("origin 6") })
    }

    @Test func `a seek takes back what is not wanted in the same turn`() {
        var steps = playing()
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        expect(
            steps.moved(40, buffer: 0, at: 60).filter { $0.contains("5:") },
            is: ["cancel 5:0..<10 of a"])
        expect(steps.request(20, at: 61).contains("origin 20@0 seek"), is: false)
    }

    @Test func `another track takes back what was fetched ahead`() {
        var steps = playing()
        steps.join("a", has: [5], at: 10)
        steps.leaves(5, from: "a", at: 20)
        expect(
            steps.at(50) { $0.tracksSelected([TrackID(2)], at: $1, into: &$2) },
            is: ["cancel 5:0..<10 of a"])
    }

    @Test func `a window bounds what is asked of one peer`() {
        var steps = playing()
        steps.moved(0, buffer: 20, at: 5)
        steps.join("a", has: [5, 6, 7, 8], at: 10)
        let asked = (5...8).flatMap { steps.leaves($0, from: "a", at: 20) }
        #expect(asked.filter { !$0.hasPrefix("leaves") } == ["5:0..<10 of a", "6:0..<6 of a"])
        // Another run is asked for when a quarter of the window has come free.
        let early = steps.chunks(0..<3, of: 5, from: "a", at: 100).words
        #expect(early.isEmpty)
        let later = steps.chunks(3..<4, of: 5, from: "a", at: 110).words
        #expect(later == ["6:6..<10 of a"])
    }

    @Test func `who has a segment again is asked for its leaves again, who only repeats is not`() {
        var steps = playing()
        expect(steps.join("a", has: [5], at: 10), is: ["leaves 5 of a"])
        let (segment, peer) = (steps.segment(5), steps.peer("a"))
        steps.at(20) { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) }
        expect(
            steps.at(30) { $0.peerHas(peer, [segment], at: $1, into: &$2) }, is: ["leaves 5 of a"])
        steps.wait(until: 3_000)
        expect(steps.at(3_000) { $0.peerHas(peer, [segment], at: $1, into: &$2) }, is: [])
    }

    @Test func `a peer that is silent is asked once for what is far ahead`() {
        var configuration = ScheduleConfiguration()
        configuration.originWindow = .seconds(12)
        var steps = Steps(configuration)
        steps.request(0, at: 0)
        steps.origin(0, at: 0)
        steps.at(0) { $0.slotAssigned(slot: 0, viewers: 1_000, edges: 0, at: $1, into: &$2) }
        steps.moved(0, buffer: 10, at: 0)
        var words = steps.join("a", has: [20], at: 10)
        for second in 1..<9 {
            words += steps.wait(until: second * 1_000)
            words += steps.moved(Double(second), buffer: 10, at: second * 1_000)
        }
        #expect(words.filter { $0.hasSuffix("leaves 20 of a") }.count == 1, "\(words)")
    }

    @Test func `what a player waits for is attended to wherever it is`() {
        var configuration = ScheduleConfiguration()
        configuration.originWindow = .seconds(8)
        var steps = Steps(configuration)
        steps.request(0, at: 0)
        steps.origin(0, at: 0)
        steps.at(0) { $0.slotAssigned(slot: 0, viewers: 1_000, edges: 0, at: $1, into: &$2) }
        steps.moved(0, buffer: 10, at: 0)
        steps.join("a", has: [20], at: 10)
        // The peer is late, and the origin fails: for a while nobody can be asked.
        steps.wait(until: 4_000)
        #expect(steps.request(20, at: 4_000).contains { $0.hasPrefix("origin 20@0") })
        let segment = steps.segment(20)
        steps.at(4_100) { $0.originFailed(segment, retryAfter: .seconds(2), at: $1, into: &$2) }
        steps.moved(4.2, buffer: 10, at: 4_200)
        #expect(steps.schedule.isWanted(segment))
        #expect(steps.wait(until: 7_000).contains { $0.hasPrefix("6100: origin 20@0") })
    }
}
