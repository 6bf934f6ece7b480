import SwarmCore
import Testing

@Suite struct AuditDrawTests {
    /// How many of so many deliveries are audited, each over before the next.
    private static func count(_ deliveries: Int, perThousand: Int, seed: UInt64) -> Int {
        var draw = AuditDraw(seed: seed)
        draw.perThousand = perThousand
        var count = 0
        for _ in 0..<deliveries where draw.delivered() {
            count += 1
            draw.ended()
        }
        return count
    }

    @Test func `about as many as asked for are audited`() {
        for seed in 1...5 as ClosedRange<UInt64> {
            // Ten standard deviations on either side.
            #expect((700...1300).contains(Self.count(100_000, perThousand: 10, seed: seed)))
            #expect(Self.count(1000, perThousand: 0, seed: seed) == 0)
            #expect(Self.count(1000, perThousand: 1000, seed: seed) == 1000)
            #expect(Self.count(1000, perThousand: 5000, seed: seed) == 1000)
        }
    }

    @Test func `two seeds draw other segments`() {
        func drawn(_ seed: UInt64) -> [Bool] {
            var draw = AuditDraw(seed: seed)
            draw.perThousand = 500
            return (0..<100).map { _ in
                let isDrawn = draw.delivered()
                draw.ended()
                return isDrawn
            }
        }
        #expect(drawn(1) == drawn(1))
        #expect(drawn(1) != drawn(2))
    }

    @Test func `one is under way at a time`() {
        var draw = AuditDraw(seed: 1)
        draw.perThousand = 1000
        let (first, second) = (draw.delivered(), draw.delivered())
        draw.ended()
        let third = draw.delivered()
        #expect([first, second, third] == [true, false, true])
    }
}
