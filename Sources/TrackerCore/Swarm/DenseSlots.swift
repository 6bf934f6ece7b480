import Primitives

/// Numbers its members 0 … count − 1 without a gap: when one leaves, the last takes its number.
struct DenseSlots: Sendable {
    private(set) var members: [PeerID] = []
    private var slots: [PeerID: Int] = [:]

    var count: Int { members.count }

    var isEmpty: Bool { members.isEmpty }

    func slot(of peer: PeerID) -> Int? { slots[peer] }

    /// Gives a newcomer the next number; a member keeps its own.
    mutating func insert(_ peer: PeerID) {
        guard slots[peer] == nil else { return }
        slots[peer] = members.count
        members.append(peer)
    }

    /// Returns the member whose number changed by this, if any.
    @discardableResult
    mutating func remove(_ peer: PeerID) -> PeerID? {
        guard let vacant = slots.removeValue(forKey: peer), let last = members.popLast() else {
            return nil
        }
        guard last != peer else { return nil }
        members[vacant] = last
        slots[last] = vacant
        return last
    }

    /// At most `limit` members in random order; all of them when there are no more than that.
    func sample(_ limit: Int, using random: inout SeededRandom) -> [PeerID] {
        guard count > limit else { return members.shuffled(using: &random) }
        // Drawn with repetition: whoever comes twice is examined twice, which costs less than remembering.
        return (0..<limit).map { _ in members[Int.random(in: 0..<count, using: &random)] }
    }
}
