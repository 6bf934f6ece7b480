import PeerWire
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
        expect(steps.wait(until: 1_000), is: ["30: origin 0@0 start"])
    }

    @Test func `it does not wait for those who have come and do not have it`() {
        var steps = Steps()
        steps.at(0) { $0.slotAssigned(slot: 1, viewers: 2, edges: 0, at: $1, into: &$2) }
        steps.join("a", has: [7], at: 0)
        expect(steps.request(0, at: 200), is: ["origin 0@0 start"])
    }

    @Test func `a peer that has it is asked as soon as it says so, and little at first`() {
        var steps = Steps()
        steps.at(0) { $0.slotAssigned(slot: 1, viewers: 2, edges: 0, at: $1, into: &$2) }
        steps.request(0, at: 0)
        expect(steps.join("a", has: [0], at: 10), is: ["leaves 0 of a"])
        expect(steps.leaves(0, from: "a", at: 20), is: ["0:9..<10 of a", "0:8..<9 of a"])
    }

    @Test func `a fast peer brings all of it before the grace is over`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        expect(steps.request(0, at: 0), is: ["leaves 0 of a"])
        steps.leaves(0, from: "a", at: 1)
        for chunk in (0..<10).reversed() {
            let words = steps.chunks(chunk..<chunk + 1, of: 0, from: "a", at: 12 - chunk).words
            #expect(!words.contains { $0.contains("origin 0") }, "\(words)")
        }
        #expect(!steps.schedule.isWanted(steps.segment(0)))
    }

    @Test(arguments: [0, 1, 3])
    func `nobody is waited for beyond the grace, whatever a slow peer has brought`(chunks: Int) {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        steps.request(0, at: 0)
        steps.leaves(0, from: "a", at: 5)
        for chunk in 0..<chunks {
            steps.chunks(9 - chunk..<10 - chunk, of: 0, from: "a", at: 15 + chunk)
        }
        let end = chunks == 0 ? "" : "..<\(10 - chunks)"
        #expect(steps.wait(until: 60).last == "30: origin 0@0\(end) start")
    }

    @Test func `the origin takes over what it reaches before a peer brings it`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        steps.request(0, at: 0)
        expect(steps.leaves(0, from: "a", at: 10), is: ["0:9..<10 of a", "0:8..<9 of a"])
        expect(steps.wait(until: 60), is: ["30: origin 0@0 start"])
        let segment = steps.segment(0)
        let words = steps.at(100) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: 9 * ChunkGeometry.chunkSize, at: $1, into: &$2)
        }
        expect(words, is: ["cancel 0:8..<9 of a"])
        #expect(steps.schedule.isWanted(segment))
        // It may have been sent before the peer has read that.
        #expect(steps.chunks(8..<9, of: 0, from: "a", at: 105).useful == [false])
        #expect(steps.chunks(9..<10, of: 0, from: "a", at: 110).useful == [true])
        #expect(!steps.schedule.isWanted(segment))
    }

    @Test func `live, what a player jumps to is asked at once of who has it`() {
        var steps = Steps(segments: 0..<0)
        steps.describe(20..<26, isLive: true)
        steps.at(0) { $0.slotAssigned(slot: 1, viewers: 3, edges: 0, at: $1, into: &$2) }
        steps.join("a", has: Array(20..<26), at: 0)
        steps.request(20, at: 100)
        steps.leaves(20, from: "a", at: 101)
        for chunk in (0..<10).reversed() {
            steps.chunks(chunk..<chunk + 1, of: 20, from: "a", at: 112 - chunk)
        }
        let words = steps.request(23, at: 114) + steps.leaves(23, from: "a", at: 115)
        #expect(words.contains { $0.hasPrefix("23:") && $0.hasSuffix(" of a") }, "\(words)")
        #expect(!words.contains { $0.hasPrefix("origin 23") }, "\(words)")
    }

    @Test func `a peer without leaves is not waited for`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        steps.request(0, at: 200)
        let (segment, peer) = (steps.segment(0), steps.peer("a"))
        expect(
            steps.at(230) { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) },
            is: ["origin 0@0 start"])
    }

    @Test func `nothing is fetched ahead before the first frame`() {
        var steps = Steps()
        steps.request(0, at: 0)
        expect(steps.wait(until: 400), is: [])
        expect(steps.origin(0, at: 500), is: ["origin 1@0 noPeer"])
    }
}
