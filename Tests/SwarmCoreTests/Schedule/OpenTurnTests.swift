import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// When viewers of a broadcast that do not stand by for a segment fetch what nobody seems to have.
@Suite struct OpenTurnTests {
    private static let members = 1...16 as ClosedRange<UInt64>

    /// How many quarters of a second each of some members waits before it asks the origin, drawn: `O`
    /// is where it does, within five seconds.
    private func turns(viewers: Int, edges: Int = 0, owners: Int = 1) -> [String] {
        Self.members.map { member in
            var broadcast = Broadcast(
                """
                plays  P
                P      #####
                a
                b
                c
                d
                e
                f
                g
                h
                       ......
                """, viewers: viewers, edges: edges, diversity: member << 32)
            broadcast.picture.feed(.ownersNeeded(owners))
            for quarter in 0..<20 {
                if broadcast.picture.asked.contains("O") {
                    return String(repeating: ".", count: quarter) + "O"
                }
                broadcast.picture.wait(250)
            }
            return ""
        }
    }

    @Test func `each waits a time of its own, all the longer the more there are`() {
        let hundred = turns(viewers: 100)
        #expect(hundred.allSatisfy { (2...14).contains($0.count) }, "\(hundred)")
        #expect(Set(hundred).count > 5, "\(hundred)")
        let thousand = turns(viewers: 1_000)
        #expect(thousand.count { $0.isEmpty } > 8, "\(thousand)")
    }

    @Test func `it is left to those that stand by where an edge node is, or several must agree`() {
        #expect(turns(viewers: 100, edges: 1).allSatisfy { $0.isEmpty })
        #expect(turns(viewers: 100, owners: 3).allSatisfy { $0.isEmpty })
    }
}
