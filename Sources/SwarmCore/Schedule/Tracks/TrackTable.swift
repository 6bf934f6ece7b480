import Primitives

/// The described tracks by index.
struct TrackTable: Sendable {
    /// By index; there are few, and a search costs less than a hash.
    private var ids: [TrackID] = []
    /// By index; reached directly, as a subscript of the table would copy an entry for every read.
    var entries: [Track] = []
    private var stride = 1

    var all: Range<Int> { entries.indices }

    @inline(__always)
    func index(of track: TrackID) -> Int? {
        // Mostly there is one, or few.
        for index in ids.indices where ids[index] == track { return index }
        return nil
    }

    @inline(__always)
    mutating func readAhead() -> Int {
        var sum = ids.count
        for index in entries.indices { sum &+= entries[index].readAhead() }
        return sum
    }

    func place(of segment: SegmentID) -> TrackPlace? {
        guard let track = index(of: segment.track),
            let place = entries[track].place(of: segment.number)
        else { return nil }
        return TrackPlace(track: track, place: place)
    }

    mutating func enter(_ track: TrackID) -> Int {
        if let index = index(of: track) { return index }
        ids.append(track)
        entries.append(Track(id: track, stride: stride))
        return entries.count - 1
    }

    /// Makes room in every row for this many peers.
    mutating func widen(forPeers count: Int) {
        let needed = (count + 63) / 64
        guard needed > stride else { return }
        stride = max(needed, 2 * stride)
        for index in entries.indices {
            entries[index].holders.widen(to: stride)
            entries[index].receivers.widen(to: stride)
        }
    }

    mutating func peerLeft(_ slot: PeerSlot) {
        for index in entries.indices {
            entries[index].holders.clear(slot)
            entries[index].receivers.clear(slot)
        }
    }
}
