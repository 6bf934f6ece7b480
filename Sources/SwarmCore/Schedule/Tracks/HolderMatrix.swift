/// Which peers have which segments of a track: one row of bits for each place in its window.
struct HolderMatrix: Sendable {
    private var bits: [UInt64] = []
    /// Words of a row.
    private(set) var stride = 1

    /// Makes rows wide enough for this many words.
    mutating func widen(to stride: Int) {
        guard stride > self.stride else { return }
        let rows = bits.count / self.stride
        var wider = [UInt64](repeating: 0, count: rows * stride)
        for row in 0..<rows {
            for word in 0..<self.stride {
                wider[row * stride + word] = bits[row * self.stride + word]
            }
        }
        bits = wider
        self.stride = stride
    }

    var rows: Int { bits.count / stride }

    mutating func removeAll() { bits.removeAll(keepingCapacity: true) }

    mutating func removeFirst(_ rows: Int) { bits.removeFirst(rows * stride) }

    mutating func appendRow() {
        for _ in 0..<stride { bits.append(0) }
    }

    @inline(__always)
    func word(_ index: Int, of row: Int) -> UInt64 { bits[row * stride + index] }

    @inline(__always)
    func contains(_ peer: PeerSlot, in row: Int) -> Bool {
        bits[row * stride + peer.index >> 6] & 1 << UInt64(peer.index & 63) != 0
    }

    mutating func set(_ peer: PeerSlot, in row: Int, to isHolder: Bool) {
        let place = row * stride + peer.index >> 6
        let bit = UInt64(1) << UInt64(peer.index & 63)
        bits[place] = isHolder ? bits[place] | bit : bits[place] & ~bit
    }

    mutating func clear(_ peer: PeerSlot) {
        var place = peer.index >> 6
        while place < bits.count {
            bits[place] &= ~(1 << UInt64(peer.index & 63))
            place += stride
        }
    }

    /// The first peer of a row whose slot has that number or a higher one.
    func first(in row: Int, from slot: Int = 0) -> PeerSlot? {
        var word = slot >> 6
        guard word < stride else { return nil }
        var rest = bits[row * stride + word] & (~0 << UInt64(slot & 63))
        while rest == 0 {
            word += 1
            guard word < stride else { return nil }
            rest = bits[row * stride + word]
        }
        return PeerSlot(word << 6 + rest.trailingZeroBitCount)
    }

    func isEmpty(row: Int) -> Bool {
        for word in row * stride..<(row + 1) * stride where bits[word] != 0 { return false }
        return true
    }

    func count(row: Int) -> Int {
        var count = 0
        for word in row * stride..<(row + 1) * stride { count += bits[word].nonzeroBitCount }
        return count
    }
}
