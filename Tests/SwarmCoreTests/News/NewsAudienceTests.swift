import Primitives
import SwarmCore
import Testing

@Suite struct NewsAudienceTests {
    private func peer(_ number: Int) -> PeerID {
        var random = SeededRandom(seed: UInt64(number))
        return PeerID(Bytes32(words: (random.next(), random.next(), 0, 0)))
    }

    private func segment(_ number: Int) -> SegmentID {
        SegmentID(track: TrackID(9), number: UInt64(number))
    }

    @Test func `a few peers all hear of everything`() {
        let audience = NewsAudience(of: segment(1), by: peer(0), among: 12)
        #expect((1...12).allSatisfy { audience.contains(peer($0)) })
    }

    @Test func `of many peers about a dozen hear of a segment`() {
        for segment in (0..<50).map(segment) {
            let audience = NewsAudience(of: segment, by: peer(0), among: 60)
            let count = (1...60).count { audience.contains(peer($0)) }
            #expect((2...24).contains(count))
        }
    }

    @Test func `every peer hears of a segment from several`() {
        let heard = (0..<31).map { listener in
            (0..<31).count { teller in
                teller != listener
                    && NewsAudience(of: segment(3), by: peer(teller), among: 30)
                        .contains(peer(listener))
            }
        }
        #expect(heard.allSatisfy { (3...22).contains($0) }, "\(heard)")
    }

    @Test func `another segment has another audience`() {
        let audiences = (0..<20).map { number in
            let audience = NewsAudience(of: segment(number), by: peer(0), among: 60)
            return (1...60).filter { audience.contains(peer($0)) }
        }
        #expect(Set(audiences).count == 20)
    }
}
