/// The place of a connected peer in a schedule's tables; another peer has it once this one has left.
struct PeerSlot: Hashable, Comparable, Sendable {
    let index: Int

    init(_ index: Int) { self.index = index }

    static func < (left: PeerSlot, right: PeerSlot) -> Bool { left.index < right.index }
}
