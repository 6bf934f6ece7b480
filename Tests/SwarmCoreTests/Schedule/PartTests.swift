import PeerWire
import Primitives
import SwarmCore
import Testing

/// Parts of a low-latency playlist: half a second each, listed as they come, the next one hinted at.
@Suite struct PartTests {
    /// A viewer among three, all connected, that has just played the first part.
    private struct Viewer {
        var steps = Steps(segments: 0..<1)

        /// The origin is fast, or has taken half a second for the first part.
        init(slot: Int, isOriginSlow: Bool = false) {
            describe(through: 3, hinting: false)
            steps.at(0) { $0.ownersNeeded(1, at: $1, into: &$2) }
            steps.at(0) { $0.slotAssigned(slot: slot, viewers: 3, edges: 0, at: $1, into: &$2) }
            steps.join("a", has: [], at: 0)
            steps.join("b", has: [1, 2, 3], at: 0)
            // The first one waits a moment for peers, and shows how fast the origin is.
            steps.request(0, at: 0)
            steps.wait(until: 60)
            steps.origin(0, at: isOriginSlow ? 560 : 60)
            let start = isOriginSlow ? 560 : 60
            for number in 1...3 as ClosedRange<UInt64> {
                let time = start + Int(number) * 10
                steps.request(number, at: time)
                steps.leaves(number, from: "b", at: time)
                steps.chunks(0..<Steps.chunks, of: number, from: "b", at: time)
                let segment = steps.segment(number)
                steps.at(time) { $0.playerReleased(segment, at: $1, into: &$2) }
            }
        }

        /// The playlist lists parts up to a number, and may hint at the one after.
        @discardableResult
        mutating func describe(
            through last: UInt64, hinting: Bool = true, at milliseconds: Int = 0
        ) -> [String] {
            let timings = (0...last + (hinting ? 1 : 0)).map { number in
                SegmentTiming(
                    number: number, start: .milliseconds(500) * Int(number),
                    duration: .milliseconds(500), estimatedLength: Steps.length,
                    kind: number > last ? .hint : .part)
            }
            let track = steps.track
            return steps.at(milliseconds) {
                $0.trackDescribed(track, segments: timings, isLive: true, at: $1, into: &$2)
            }
        }
    }

    @Test(arguments: 4..<12 as Range<UInt64>)
    func `of those who hear of a hint one asks the origin, at once`(last: UInt64) {
        var asked = 0
        for slot in 0..<3 {
            var viewer = Viewer(slot: slot)
            var words = viewer.describe(through: last, at: 100)
            words += viewer.steps.wait(until: 300)
            asked += words.count { $0.hasSuffix("origin \(last + 1)@0 owner") }
        }
        #expect(asked == 1)
    }

    /// The slots that do not own a part, and the one that does.
    private func slots(of number: UInt64) -> (owner: Int, others: [Int]) {
        let slots = (0..<3).map { slot in
            var viewer = Viewer(slot: slot)
            let words = viewer.describe(through: number - 1, at: 100)
            return words.contains { $0.hasPrefix("origin \(number)@0") }
        }
        let owner = slots.firstIndex(of: true) ?? 0
        return (owner, (0..<3).filter { $0 != owner })
    }

    @Test func `a request for a part waits for peers, but not as long as it plays`() throws {
        for slot in slots(of: 4).others {
            var viewer = Viewer(slot: slot)
            viewer.describe(through: 3, at: 100)
            viewer.describe(through: 4, at: 500)
            #expect(viewer.steps.request(4, at: 500).isEmpty)
            let asked = viewer.steps.wait(until: 1_000).filter { $0.contains("origin 4@0") }
            let word = try #require(asked.first)
            let time = try #require(Int(word.prefix { $0 != ":" }))
            #expect((550..<950).contains(time), "\(word)")
        }
    }

    @Test func `what requests show of a buffer that cannot be so small hurries nobody`() throws {
        for slot in slots(of: 4).others {
            var viewer = Viewer(slot: slot)
            // By its requests the player holds a fifth of a second.
            var words = viewer.describe(through: 3, at: 1_800)
            words += viewer.steps.wait(until: 2_250)
            words += viewer.describe(through: 4, at: 2_300)
            words += viewer.steps.request(4, at: 2_300)
            words += viewer.steps.wait(until: 2_350)
            #expect(!words.contains { $0.contains("origin 4@0") }, "\(words)")
            words = viewer.steps.wait(until: 2_800)
            #expect(words.contains { $0.contains("origin 4@0") })
        }
    }

    @Test
    func `an origin that was slow once is not asked before there is a part, nor at once then`() {
        for slot in slots(of: 4).others {
            var viewer = Viewer(slot: slot, isOriginSlow: true)
            var words = viewer.describe(through: 3, at: 1_800)
            words += viewer.steps.wait(until: 2_250)
            words += viewer.describe(through: 4, at: 2_300)
            words += viewer.steps.request(4, at: 2_300)
            words += viewer.steps.wait(until: 2_450)
            #expect(!words.contains { $0.contains("origin 4@0") }, "\(words)")
            words = viewer.steps.wait(until: 2_800)
            #expect(words.contains { $0.contains("origin 4@0") })
        }
    }

    @Test func `who has a part in time is asked for it, and the origin is not`() {
        for slot in slots(of: 4).others {
            var viewer = Viewer(slot: slot)
            viewer.describe(through: 3, at: 100)
            viewer.describe(through: 4, at: 500)
            viewer.steps.request(4, at: 500)
            let (segment, peer) = (viewer.steps.segment(4), viewer.steps.peer("a"))
            var words = viewer.steps.at(520) { $0.peerHas(peer, [segment], at: $1, into: &$2) }
            #expect(words == ["leaves 4 of a"])
            words = viewer.steps.leaves(4, from: "a", at: 530)
            #expect(words == ["4:0..<10 of a"])
            words = viewer.steps.chunks(0..<10, of: 4, from: "a", at: 560).words
            words += viewer.steps.wait(until: 900)
            #expect(!words.contains { $0.contains("origin 4@") })
        }
    }

    @Test func `a request that the origin keeps says nothing of its speed, and delays no other`() {
        let slot = slots(of: 5).owner
        var viewer = Viewer(slot: slot)
        let hint = viewer.describe(through: 4, at: 100)
        #expect(hint.contains("origin 5@0 owner"))
        // The player waits for one that nobody else has.
        viewer.steps.request(4, at: 100)
        let words = viewer.steps.wait(until: 600)
        #expect(words.contains { $0.contains("origin 4@0") })
        #expect(!words.contains { $0.contains("cancel origin 5") })
    }
}
