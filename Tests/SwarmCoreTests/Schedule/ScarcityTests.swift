import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// Broadcasts whose viewers cannot give as much as all of them watch, drawn chunk by chunk.
@Suite struct ScarcityTests {
    private static let drawing = """
        plays  P
        P      #####
        a
               ........
        """

    /// How the next segment is shared out after one of which so many chunks were brought in time.
    private func share(
        after brought: Int, edges: Int = 0, diversity: UInt64 = 1
    ) -> String {
        var broadcast = Broadcast(Self.drawing, edges: edges, diversity: diversity)
        #expect(broadcast.play(5, brought: brought) == "aaaaaaaaaa")
        #expect(broadcast.picture.isHere(5))
        return broadcast.play(6, brought: 0)
    }

    @Test(arguments: [
        (0, ".......OOO"), (4, ".......OO."), (8, ".......O.."), (10, "aaaaaaaaaa"),
    ])
    func `a quarter of what was late is taken early of the next one`(
        brought: Int, shared: String
    ) {
        #expect(share(after: brought) == shared)
    }

    @Test func `others take another part`() {
        let shares = (1...6).map { share(after: 0, diversity: $0 << 32) }
        #expect(
            shares == [
                ".OOO......", "..OOO.....", "..OO......", "....OO....", "...OOO....", "....OOO...",
            ])
    }

    @Test func `where an edge node is nothing is taken early`() {
        #expect(!share(after: 0, edges: 1).contains("O"))
    }

    /// With so much to be taken, it matters less who begins than that somebody soon does.
    @Test(arguments: [(1, ""), (2, "       O")])
    func `what nobody has is fetched by anybody at once where much was late`(
        segments: Int, asked: String
    ) {
        var broadcast = Broadcast(Self.drawing)
        for place in 0..<segments { _ = broadcast.play(5 + place, brought: 0) }
        broadcast.picture.wait(500)
        let drawn = broadcast.picture.asked.reversed().drop { $0 == "." || $0 == " " }.reversed()
        #expect(String(drawn) == asked)
    }
}
