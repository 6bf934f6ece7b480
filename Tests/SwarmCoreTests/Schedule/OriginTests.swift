import Primitives
import SwarmCore
import Testing

@Suite struct OriginTests {
    private let population = 8

    /// A member with a connected peer, to whom segment 5 is the next.
    private func member(_ slot: Int, of population: Int) -> Steps {
        var steps = Steps(segments: 5..<30)
        steps.request(0, at: 0)
        steps.origin(0, at: 0)
        steps.at(0) {
            $0.slotAssigned(slot: slot, viewers: population, edges: 0, at: $1, into: &$2)
        }
        steps.join("a", has: [], at: 0)
        return steps
    }

    @Test func `owners fetch at once and each segment has one`() {
        var fetched: [String] = []
        for slot in 0..<population {
            var steps = member(slot, of: population)
            var words = steps.moved(0, buffer: 10, at: 10)
            while let word = words.first(where: { $0.hasSuffix("owner") }) {
                fetched.append(word)
                let number = UInt64(word.dropFirst(7).prefix { $0 != "@" }) ?? 0
                words = steps.origin(number, at: 20)
            }
        }
        #expect(Set(fetched).count == fetched.count)
        #expect(fetched.count >= 8)
    }

    @Test func `backups step in one after another, and all at their own urgency`() {
        var times: [Int] = []
        for slot in 0..<population {
            var steps = member(slot, of: population)
            var time = 0
            var words: [String] = []
            while time < 20_000, !words.contains(where: { $0.contains("origin 10@") }) {
                time += 500
                words = steps.wait(until: time)
                words += steps.moved(Double(time) / 1_000, buffer: 10, at: time)
                // Whatever else is fetched is there at once.
                while let other = words.firstIndex(where: { !$0.contains("origin 10@") }) {
                    let tail = words.remove(at: other).components(after: "origin ")
                    words += steps.origin(UInt64(tail.prefix { $0 != "@" }) ?? 0, at: time)
                }
            }
            times.append(time)
        }
        // One owner early, then one after another; never all at once before it is urgent.
        #expect(times.min() ?? .max <= 1_000)
        #expect(Set(times).count >= 3, "\(times)")
        #expect(times.allSatisfy { $0 <= 20_000 }, "\(times)")
    }

    @Test func `after a failure peers are asked, and the origin again later`() {
        var steps = Steps()
        steps.request(0, at: 0)
        let segment = steps.segment(0)
        steps.at(50) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: 3 * ChunkGeometry.chunkSize, at: $1, into: &$2)
        }
        expect(
            steps.at(60) {
                $0.originFailed(segment, retryAfter: .milliseconds(250), at: $1, into: &$2)
            },
            is: [])
        expect(steps.wait(until: 1_000), is: ["310: origin 0@3 start"])
        steps.at(1_000) { $0.originFailed(segment, retryAfter: .seconds(2), at: $1, into: &$2) }
        expect(steps.join("a", has: [0], at: 1_010), is: ["leaves 0 of a"])
        expect(
            steps.leaves(0, from: "a", at: 1_020), is: ["0:9..<10 of a", "0:8..<9 of a"])
    }

    @Test func `what peers brought comes again only where that is sooner`() {
        var steps = Steps()
        steps.request(0, at: 0)
        let first = steps.segment(0)
        steps.at(50) { $0.originStarted(first, length: Steps.length, at: $1, into: &$2) }
        steps.join("a", has: [1], at: 440)
        steps.at(450) {
            $0.originReceived(first, count: Steps.length, at: $1, into: &$2)
            $0.originFinished(first, at: $1, into: &$2)
        }
        steps.moved(0, buffer: 2, at: 450)
        steps.request(1, at: 460)
        steps.leaves(1, from: "a", at: 470)
        for chunks in [0..<2, 3..<4, 6..<8] { steps.chunks(chunks, of: 1, from: "a", at: 480) }
        let peer = steps.peer("a")
        // A chunk takes 40 ms, and another fetch 50 more: one that is here is led over, two are not.
        expect(
            steps.at(500) { $0.peerLeft(peer, at: $1, into: &$2) }, is: ["origin 1@2..<6 noPeer"])
        let segment = steps.segment(1)
        steps.at(550) { $0.originStarted(segment, length: Steps.length, at: $1, into: &$2) }
        expect(
            steps.at(700) {
                $0.originReceived(segment, count: 4 * ChunkGeometry.chunkSize, at: $1, into: &$2)
                $0.originFinished(segment, at: $1, into: &$2)
            }, is: ["origin 1@8 noPeer"])
    }

    @Test func `an origin that was given up is asked again when a player asks`() {
        var steps = Steps()
        steps.request(0, at: 0)
        let segment = steps.segment(0)
        expect(
            steps.at(60) { $0.originFailed(segment, retryAfter: nil, at: $1, into: &$2) }, is: [])
        expect(steps.wait(until: 60_000), is: [])
        steps.at(60_000) { $0.playerReleased(segment, at: $1, into: &$2) }
        expect(
            steps.at(60_010) { $0.playerRequested(segment, at: $1, into: &$2) },
            is: ["origin 0@0 start"])
    }

    /// Lets time pass until the segment is fetched; returns when that was and what was asked for.
    private func waitForOrigin(
        of number: Int, _ steps: inout Steps, from start: Int
    ) -> (time: Int, words: [String]) {
        var time = start
        var words: [String] = []
        while time < 20_000, !words.contains(where: { $0.contains("origin \(number)@") }) {
            time += 100
            words = steps.wait(until: time)
        }
        return (time, words)
    }

    @Test func `the origin stops where peers have given the rest`() {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 300)
        steps.moved(0, buffer: 6, at: 300)
        steps.join("a", has: [20], at: 300)
        steps.request(20, at: 310)
        steps.leaves(20, from: "a", at: 320)
        steps.chunks(5..<10, of: 20, from: "a", at: 360)
        let (time, asked) = waitForOrigin(of: 20, &steps, from: 400)
        #expect(asked.contains { $0.contains("origin 20@0..<5") }, "\(asked)")
        let segment = steps.segment(20)
        steps.at(time + 50) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: 5 * ChunkGeometry.chunkSize, at: $1, into: &$2)
            $0.originFinished(segment, at: $1, into: &$2)
        }
        #expect(!steps.schedule.isWanted(segment))
    }

    @Test func `an origin that contradicts the peers' length is right`() {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 300)
        steps.moved(0, buffer: 6, at: 300)
        steps.join("a", has: [20], at: 300)
        steps.request(20, at: 310)
        steps.leaves(20, from: "a", at: 320)
        steps.chunks(0..<5, of: 20, from: "a", at: 360)
        let (time, asked) = waitForOrigin(of: 20, &steps, from: 400)
        #expect(asked.contains { $0.contains("origin 20@5") }, "\(asked)")
        let segment = steps.segment(20)
        expect(
            steps.at(time + 50) {
                $0.originStarted(segment, length: Steps.length + 1, at: $1, into: &$2)
            }, is: ["cancel origin 20", "origin 20@0 integrity"])
    }

    @Test func `a fetch with all of its bytes is not cancelled when nobody waits any more`() {
        var steps = Steps()
        steps.request(0, at: 0)
        let segment = steps.segment(0)
        steps.at(50) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: Steps.length, at: $1, into: &$2)
        }
        expect(steps.at(60) { $0.playerReleased(segment, at: $1, into: &$2) }, is: [])
        steps.at(70) { $0.originFinished(segment, at: $1, into: &$2) }
        #expect(!steps.schedule.isWanted(segment))
        expect(steps.request(0, at: 80), is: [])
    }

    @Test func `live goes no further than the edge`() {
        var steps = Steps()
        steps.describe(0..<3, isLive: true)
        steps.request(0, at: 0)
        var words = steps.origin(0, at: 0)
        words += steps.origin(1, at: 10)
        words += steps.origin(2, at: 20)
        words += steps.moved(0, buffer: 6, at: 30)
        expect(words, is: ["origin 1@0 noPeer", "origin 2@0 noPeer"])
        words = steps.origin(2, at: 40)
        expect(words, is: [])
        expect(steps.describe(1..<4, isLive: true), is: ["origin 3@0 noPeer"])
    }

    @Test func `what the store dropped is not fetched ahead again`() {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 0)
        steps.origin(1, at: 10)
        let segment = steps.segment(1)
        steps.at(20) { $0.segmentDropped(segment, at: $1, into: &$2) }
        steps.moved(0, buffer: 2, at: 30)
        #expect(!steps.wait(until: 1_000).contains { $0.contains("origin 1@") })
        // Something else is being fetched, and the player has time until its buffer is short.
        let words = steps.request(1, at: 1_100) + steps.wait(until: 1_500)
        #expect(words.contains { $0.contains("origin 1@0") })
    }

    @Test func `a player's fetch goes before one that can wait`() {
        var steps = Steps()
        steps.request(0, at: 0)
        expect(steps.origin(0, at: 0), is: ["origin 1@0 noPeer"])
        steps.moved(0, buffer: 2, at: 10)
        let words = steps.request(20, at: 100)
        expect(words, is: ["cancel origin 1", "origin 20@0 seek"])
    }

    @Test func `a fetch that breaks off behind the last byte has brought all`() {
        var steps = Steps()
        steps.request(0, at: 0)
        let segment = steps.segment(0)
        steps.at(50) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: Steps.length, at: $1, into: &$2)
        }
        let words = steps.at(60) {
            $0.originFailed(segment, retryAfter: .milliseconds(250), at: $1, into: &$2)
        }
        #expect(!words.contains { $0.hasPrefix("origin 0") })
        #expect(!steps.schedule.isWanted(segment))
    }

    @Test func `a fetch that never ends behind the last byte is not waited for`() {
        var steps = Steps()
        steps.request(0, at: 0)
        let segment = steps.segment(0)
        steps.at(50) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: Steps.length, at: $1, into: &$2)
        }
        #expect(steps.wait(until: 10_000).contains { $0.hasSuffix("cancel origin 0") })
        #expect(!steps.schedule.isWanted(segment))
    }

    @Test func `leaves tell that the origin had brought all`() {
        var steps = Steps()
        steps.join("a", has: [0], at: 0)
        expect(steps.request(0, at: 0), is: ["leaves 0 of a"])
        let segment = steps.segment(0)
        steps.wait(until: 2_000)
        // The origin does not say how much there is, and breaks off at the end.
        steps.at(2_000) {
            $0.originReceived(segment, count: Steps.length, at: $1, into: &$2)
            $0.originFailed(segment, retryAfter: .seconds(2), at: $1, into: &$2)
        }
        #expect(steps.schedule.isWanted(segment))
        steps.leaves(0, from: "a", at: 2_010)
        #expect(!steps.schedule.isWanted(segment))
    }

    @Test func `what a paused player asks for far ahead comes before its patience ends`() {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 0)
        steps.at(0) { $0.slotAssigned(slot: 0, viewers: 1_000, edges: 0, at: $1, into: &$2) }
        let paused = PlayerState(position: .zero, buffer: .seconds(6), rate: 0)
        steps.at(10) { $0.playerMoved(paused, at: $1, into: &$2) }
        var words = steps.request(25, at: 20)
        words += steps.wait(until: 5_000)
        #expect(words.contains { $0.contains("origin 25@0") }, "\(words)")
    }

    @Test func `an origin that has been slow to answer is not waited for long when it is silent`() {
        var steps = Steps()
        steps.request(0, at: 0)
        steps.origin(0, at: 8_000)
        steps.moved(0, buffer: 2, at: 8_010)
        steps.request(20, at: 8_020)
        steps.join("a", has: [20], at: 9_000)
        let words = steps.wait(until: 15_000)
        #expect(words.contains { $0.hasSuffix("cancel origin 20") }, "\(words)")
        #expect(words.contains { $0.hasSuffix("leaves 20 of a") }, "\(words)")
    }
}

extension String {
    fileprivate func components(after prefix: String) -> Substring {
        ranges(of: prefix).first.map { self[$0.upperBound...] } ?? ""
    }
}
