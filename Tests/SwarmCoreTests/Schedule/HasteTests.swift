import PeerWire
import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// How the origin brings what peers have not brought in time, and what makes way for it.
@Suite struct HasteTests {
    /// A live viewer that waits for the second segment, of which `a` has brought all but the missing chunks.
    ///
    /// The origin took 100 ms to answer for the first, and 100 ms for each chunk of it.
    private func waiting(
        for missing: Set<Int>, buffer: Double
    ) -> Steps {
        var steps = Steps()
        let first = steps.segment(0)
        steps.describe(0..<2, isLive: true)
        steps.at(0) { $0.slotAssigned(slot: 7, viewers: 1_000, edges: 0, at: $1, into: &$2) }
        steps.request(0, at: 0)
        steps.join("a", has: [1], at: 0)
        #expect(steps.wait(until: 30) == ["30: origin 0@0 start"])
        steps.at(130) { $0.originStarted(first, length: Steps.length, at: $1, into: &$2) }
        steps.at(1_130) {
            $0.originReceived(first, count: Steps.length, at: $1, into: &$2)
            $0.originFinished(first, at: $1, into: &$2)
        }
        steps.moved(0, buffer: buffer, at: 1_130)
        steps.leaves(1, from: "a", at: 1_130)
        steps.request(1, at: 1_130)
        for chunk in 0..<Steps.chunks where !missing.contains(chunk) {
            steps.chunks(chunk..<chunk + 1, of: 1, from: "a", at: 1_140)
        }
        return steps
    }

    @Test(arguments: [
        ([0, 2] as Set, 2.0, "2206: origin 1@0..<1 late"),
        ([0, 2] as Set, 1, "1440: origin 1@0..<3 late"),
        // Each gap costs a round trip: four take more time than as many chunks in a row would.
        ([0, 2, 5, 7] as Set, 4, "3456: origin 1@0..<1 late"),
        ([0, 2, 5, 7] as Set, 2, "1756: origin 1@0..<3 late"),
    ])
    func `live gaps come one by one while there is time for all of them`(
        missing: Set<Int>, buffer: Double, asked: String
    ) {
        var steps = waiting(for: missing, buffer: buffer)
        #expect(steps.wait(until: 5_000).first { $0.contains(": origin") } == asked)
    }

    @Test func `what the origin brings ahead makes way for what is late`() {
        var steps = waiting(for: [0, 2], buffer: 3)
        steps.at(1_150) { $0.slotAssigned(slot: 0, viewers: 1, edges: 0, at: $1, into: &$2) }
        #expect(steps.describe(0..<3, isLive: true) == ["origin 2@0 noPeer"])
        let asked = steps.wait(until: 2_800)
        #expect(asked.first == "2756: cancel origin 2")
        #expect(asked.last == "2756: origin 1@0..<1 late")
    }

    /// Chunk 0 was late: it comes from the origin, and from `a` after all, when chunk 9 still has time or none.
    @Test(arguments: [(1_800, "1:9..<10 of a"), (1_900, "origin 1@9 late")])
    func `who was late with a part is not waited for with the rest`(end: Int, asked: String) {
        var steps = waiting(for: [0, 9], buffer: 1)
        let segment = steps.segment(1)
        #expect(steps.wait(until: 1_450).last == "1440: origin 1@0..<1 late")
        steps.join("b", has: [1], at: 1_450)
        steps.chunks(0..<1, of: 1, from: "a", at: end - 10)
        let words = steps.at(end) {
            $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
            $0.originReceived(segment, count: ChunkGeometry.chunkSize, at: $1, into: &$2)
            $0.originFinished(segment, at: $1, into: &$2)
        }
        #expect(words == [asked])
    }

    /// The next segment would come between the origin's last bytes of the one that is waited for.
    @Test func `what nobody waits for is taken back when the origin has to hurry`() {
        var picture = Picture(
            """
            plays  P
            P      #####
            a           #
            b            #
                   ........
            """, chunks: 10)
        picture.request(5)
        #expect(picture.chunks(of: 5) == "aaaaaaaaaa")
        #expect(picture.chunks(of: 6) == "bbbbbbbbbb")
        while picture.chunks(of: 5).contains("a") { picture.wait(20) }
        #expect(picture.chunks(of: 5) == "OOOOOOOOOO")
        #expect(picture.chunks(of: 6) == "..........")
    }
}
