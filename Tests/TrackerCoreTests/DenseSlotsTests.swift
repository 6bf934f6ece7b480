import Primitives
import Testing

@testable import TrackerCore

@Suite struct DenseSlotsTests {
    /// Every history of five inserts and removals of four peers, against a plain array.
    @Test func `all small worlds are dense`() {
        let peers = (0..<4).map(PeerID.numbered)
        func explore(_ slots: DenseSlots, _ model: [PeerID], depth: Int) {
            #expect(slots.members == model)
            for (slot, peer) in model.enumerated() { #expect(slots.slot(of: peer) == slot) }
            for peer in peers where !model.contains(peer) { #expect(slots.slot(of: peer) == nil) }
            guard depth > 0 else { return }
            for peer in peers {
                var grown = slots
                grown.insert(peer)
                explore(grown, model.contains(peer) ? model : model + [peer], depth: depth - 1)

                var shrunk = slots
                let moved = shrunk.remove(peer)
                var expected = model
                if let index = model.firstIndex(of: peer) {
                    let last = expected.removeLast()
                    if last != peer { expected[index] = last }
                    #expect(moved == (last == peer ? nil : last))
                } else {
                    #expect(moved == nil)
                }
                explore(shrunk, expected, depth: depth - 1)
            }
        }
        explore(DenseSlots(), [], depth: 5)
    }

    @Test(arguments: [0, 1, 5, 64, 65, 500])
    func `a sample holds members only`(count: Int) {
        var slots = DenseSlots()
        for number in 0..<count { slots.insert(.numbered(number)) }
        var random = SeededRandom(seed: 3)
        let sample = slots.sample(64, using: &random)
        #expect(sample.count == min(count, 64))
        #expect(sample.allSatisfy { slots.slot(of: $0) != nil })
        if count <= 64 { #expect(Set(sample).count == count) }
    }
}
