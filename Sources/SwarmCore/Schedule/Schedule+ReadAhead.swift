package import Primitives

/// Reads what an input will need before it comes.
///
/// For whoever holds thousands of schedules and knows which of them comes next: what one input reads
/// one after the other can be read for many at once. Nothing depends on what is returned.
extension Schedule {
    /// Reads where everything is.
    package mutating func readAhead() -> Int {
        let tables =
            peers.readAhead() &+ segments.entries.count &+ tracks.entries.count
            &+ active.count &+ requested.count &+ selectedTracks.count
        return tables &+ Int(truncatingIfNeeded: deadline?.nanoseconds ?? 0)
    }

    /// Reads what is known of a peer.
    package mutating func readAhead(_ peer: PeerID) -> Int {
        guard let slot = peers.slot(of: peer) else { return 0 }
        var sum = peers.entries[slot.index].readAhead()
        for index in tracks.all { sum &+= tracks.entries[index].readAhead() }
        return sum
    }

    /// Reads what is known of a segment, and of a peer that has it.
    package mutating func readAhead(_ segment: SegmentID, _ peer: PeerID) -> Int {
        var sum = 0
        if let record = segments.slot(of: segment) {
            sum &+= segments.entries[record.index].readAhead()
        }
        if let spot = tracks.place(of: segment) {
            sum &+= tracks.entries[spot.track].readAhead(at: spot.place)
        }
        if let slot = peers.slot(of: peer) {
            sum &+= peers.entries[slot.index].window.entries.count
        }
        return sum
    }

    /// Reads what is known of the peers that may be asked for a segment next.
    package mutating func readAheadHolders(of segment: SegmentID) -> Int {
        guard let record = segments.slot(of: segment),
            let spot = segments.entries[record.index].place,
            segments.entries[record.index].isActive, segments.entries[record.index].isOpen
        else { return 0 }
        var sum = 0
        for word in 0..<tracks.entries[spot.track].holders.stride {
            var rest =
                tracks.entries[spot.track].holders.word(word, of: spot.place)
                | tracks.entries[spot.track].receivers.word(word, of: spot.place)
            while rest != 0 {
                sum &+= peers.entries[word << 6 + rest.trailingZeroBitCount].readAhead()
                rest &= rest - 1
            }
        }
        for index in segments.entries[record.index].servers.indices {
            let server = segments.entries[record.index].servers[index]
            sum &+= peers.entries[server.index].window.entries.count
        }
        return sum
    }
}
