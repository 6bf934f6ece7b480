import Primitives
import SwarmCore
import Testing

/// How many members fetch a segment as soon as it is wanted.
@Suite struct OwnersTests {
    /// The segments that a member fetches as their owner, with all of it delivered at once.
    private func owned(
        slot: Int, viewers: Int, edges: Int, agreement: Int, isEdge: Bool = false
    ) -> Set<UInt64> {
        var configuration = ScheduleConfiguration()
        configuration.isEdge = isEdge
        var steps = Steps(configuration, segments: 5..<30)
        var words = steps.at(0) { $0.ownersNeeded(agreement, at: $1, into: &$2) }
        words += steps.at(0) {
            $0.slotAssigned(slot: slot, viewers: viewers, edges: edges, at: $1, into: &$2)
        }
        words += steps.join("a", has: [], position: 0, at: 0)
        words += steps.request(0, at: 0)
        // The first segment waits a moment for peers.
        words += steps.wait(until: 200)
        words += steps.origin(0, at: 200)
        words += steps.moved(0, buffer: 10, at: 200)
        var owned: Set<UInt64> = []
        while let place = words.firstIndex(where: { $0.hasPrefix("origin ") }) {
            let word = words.remove(at: place)
            let number = UInt64(word.dropFirst(7).prefix { $0 != "@" }) ?? 0
            if word.hasSuffix("owner") { owned.insert(number) }
            words += steps.origin(number, at: 200)
        }
        return owned
    }

    /// How many of the viewers own each of the segments next to come.
    private func owners(viewers: Int, edges: Int, agreement: Int) -> [Int] {
        let owned = (0..<viewers).map {
            self.owned(slot: $0, viewers: viewers, edges: edges, agreement: agreement)
        }
        return (5..<12).map { number in owned.count { $0.contains(number) } }
    }

    @Test(arguments: [1, 2, 3]) func `as many viewers as must agree`(agreement: Int) {
        #expect(
            owners(viewers: 8, edges: 0, agreement: agreement)
                == [Int](repeating: agreement, count: 7))
    }

    @Test func `all of them where there are fewer`() {
        #expect(owners(viewers: 2, edges: 0, agreement: 3) == [2, 2, 2, 2, 2, 2, 2])
    }

    @Test func `no viewer while an edge node is there, and that alone`() {
        #expect(owners(viewers: 8, edges: 1, agreement: 3) == [0, 0, 0, 0, 0, 0, 0])
        let owned = owned(slot: 0, viewers: 8, edges: 1, agreement: 3, isEdge: true)
        #expect(owned.isSuperset(of: 5..<12))
    }

    @Test func `one of several edge nodes`() {
        let owned = (0..<3).map {
            self.owned(slot: $0, viewers: 8, edges: 3, agreement: 3, isEdge: true)
        }
        for number in 5..<12 as Range<UInt64> {
            #expect(owned.count { $0.contains(number) } == 1)
        }
    }
}
