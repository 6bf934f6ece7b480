import Primitives
import SwarmCore
import Testing

@Suite struct NewsAudienceTests {
    private func peer(_ number: Int) -> PeerID {
        PeerID(
            Bytes32(
                words: (
                    SeededRandom.value(UInt64(number)), SeededRandom.value(UInt64(number) + 1), 0, 0
                )))
    }

    private func audience(
        of segment: Int, by teller: Int = 0, among peers: Int, before: Int = 0,
        hasRoom: Bool = true, isAll: Bool = false
    ) -> NewsAudience {
        NewsAudience(
            of: SegmentID(track: TrackID(9), number: UInt64(segment)), by: peer(teller),
            among: peers, before: before, hasRoom: hasRoom, isAll: isAll)
    }

    /// Those that are told when a segment is told of for the first, second and third time.
    private func heard(of segment: Int, by teller: Int = 0) -> [Int] {
        (1...60).filter { number in
            (0...2).contains {
                audience(of: segment, by: teller, among: 60, before: $0).contains(peer(number))
            }
        }
    }

    @Test func `a few peers all hear of everything`() {
        let audience = audience(of: 1, among: 12, hasRoom: false)
        #expect((1...12).allSatisfy { audience.contains(peer($0)) })
        #expect(!audience.isEmpty)
    }

    @Test func `what is for all to know all hear, each time and without room`() {
        let audience = audience(of: 1, among: 60, hasRoom: false, isAll: true)
        #expect((1...60).allSatisfy { audience.contains(peer($0)) })
        #expect(!audience.isEmpty)
    }

    @Test func `of many peers about a dozen hear of a segment`() {
        let counts = (0..<50).map { heard(of: $0).count }
        #expect(counts.allSatisfy { (2...24).contains($0) }, "\(counts)")
        #expect((480...720).contains(counts.reduce(0, +)), "\(counts)")
    }

    @Test func `those who hear of a segment hear in turns`() {
        for segment in 0..<50 {
            let turns = (0..<6).map { before in
                (1...60).filter {
                    audience(of: segment, among: 60, before: before).contains(peer($0))
                }
            }
            #expect(Set(turns[0]).isDisjoint(with: turns[1]))
            #expect(Set(turns[0] + turns[1]).isDisjoint(with: turns[2]))
            #expect(Array(turns[..<3]) == Array(turns[3...]))
        }
    }

    @Test func `of many peers nobody is told while none could be served`() {
        let audience = audience(of: 1, among: 60, hasRoom: false)
        #expect(audience.isEmpty)
        #expect(!(1...60).contains { audience.contains(peer($0)) })
    }

    @Test func `every peer hears of a segment from several`() {
        let heard = (0..<31).map { listener in
            (0..<31).count { teller in
                teller != listener
                    && (0...2).contains {
                        audience(of: 3, by: teller, among: 30, before: $0).contains(peer(listener))
                    }
            }
        }
        #expect(heard.allSatisfy { (3...22).contains($0) }, "\(heard)")
    }

    @Test func `another segment has another audience`() {
        #expect(Set((0..<20).map { heard(of: $0) }).count == 20)
    }
}
