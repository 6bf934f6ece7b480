/// One chunk on a `ChunkBoard`: whether it is there, and which peers were asked for it.
///
/// At most four peers are asked for one chunk: who needs more is better off with the origin.
struct ChunkCell: Sendable {
    private static let capacity = 4

    var isPresent = false
    /// Bit n: the peer in `asked[n]` has not answered.
    private var outstanding: UInt8 = 0
    private var askedCount: UInt8 = 0
    private var asked = InlineArray<4, Int16>(repeating: -1)

    var isUnasked: Bool { !isPresent && outstanding == 0 }

    var outstandingCount: Int { outstanding.nonzeroBitCount }

    var hasRoom: Bool { askedCount < Self.capacity }

    var firstOutstanding: PeerSlot? {
        guard outstanding != 0 else { return nil }
        return PeerSlot(Int(asked[outstanding.trailingZeroBitCount]))
    }

    func wasAsked(of peer: PeerSlot) -> Bool { place(of: peer) != nil }

    mutating func asked(of peer: PeerSlot) {
        precondition(hasRoom, "a chunk is asked of too many peers")
        asked[Int(askedCount)] = Int16(peer.index)
        outstanding |= 1 << askedCount
        askedCount += 1
    }

    /// Returns whether the peer had not answered.
    mutating func returned(by peer: PeerSlot, mayAskAgain: Bool) -> Bool {
        guard let place = place(of: peer), outstanding & 1 << UInt8(place) != 0 else {
            return false
        }
        outstanding &= ~(1 << UInt8(place))
        if mayAskAgain { forget(place) }
        return true
    }

    /// Whoever was asked before, and does not owe an answer, may be asked again.
    mutating func forgetAnswered() {
        for place in (0..<Int(askedCount)).reversed() where outstanding & 1 << UInt8(place) == 0 {
            forget(place)
        }
    }

    private func place(of peer: PeerSlot) -> Int? {
        (0..<Int(askedCount)).first { asked[$0] == Int16(peer.index) }
    }

    private mutating func forget(_ place: Int) {
        let last = Int(askedCount) - 1
        asked[place] = asked[last]
        asked[last] = -1
        let lastWasOutstanding = outstanding >> UInt8(last) & 1
        outstanding &= ~(1 << UInt8(last))
        outstanding = outstanding & ~(1 << UInt8(place)) | lastWasOutstanding << UInt8(place)
        askedCount -= 1
    }
}
