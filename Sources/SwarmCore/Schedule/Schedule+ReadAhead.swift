package import Primitives

/// Reads what an input will need before it comes.
///
/// For whoever holds thousands of schedules and knows which of them comes next: what one input reads
/// one after the other can be read for many at once, if it is read for all of them step by step.
/// Nothing depends on what is returned.
extension Schedule {
    /// Where an input will find what it needs.
    package struct Aim: Sendable {
        fileprivate let slot: PeerSlot?
        fileprivate let record: RecordSlot?
        fileprivate let spot: TrackPlace?
    }

    /// The first step reads where everything is.
    package mutating func readAhead() -> Int {
        let tables =
            peers.readAhead() &+ segments.readAhead() &+ tracks.readAhead()
            &+ active.count &+ requested.count &+ fetching.count &+ alarms.readAhead()
            &+ scratch.readAhead()
        return tables &+ Int(truncatingIfNeeded: deadline?.nanoseconds ?? 0)
    }

    /// Reads what is known of every peer.
    package mutating func readAheadPeers() -> Int {
        var sum = 0
        for index in peers.entries.indices { sum &+= peers.entries[index].readAhead() }
        return sum
    }

    /// The second looks for the peer and the segment that the input is of.
    package mutating func aim(_ peer: PeerID, _ segment: SegmentID?) -> Aim {
        Aim(
            slot: peers.slot(of: peer), record: segment.flatMap { segments.slot(of: $0) },
            spot: segment.flatMap { tracks.place(of: $0) })
    }

    /// The third reads what is known of them.
    package mutating func readAhead(_ aim: Aim) -> Int {
        var sum = 0
        if let slot = aim.slot { sum &+= peers.entries[slot.index].readAhead() }
        if let record = aim.record { sum &+= segments.entries[record.index].readAhead() }
        if let spot = aim.spot { sum &+= tracks.entries[spot.track].readAhead(at: spot.place) }
        return sum
    }

    /// The fourth reads what is known of all peers that may be asked for the segment next.
    package mutating func readAheadHolders(_ aim: Aim) -> Int {
        guard let record = aim.record, let spot = aim.spot,
            segments.entries[record.index].isActive, segments.entries[record.index].isOpen
        else { return 0 }
        var sum = 0
        for word in 0..<tracks.entries[spot.track].holders.stride {
            var rest =
                tracks.entries[spot.track].holders.word(word, of: spot.place)
                | tracks.entries[spot.track].receivers.word(word, of: spot.place)
            while rest != 0 {
                sum &+= peers.entries[word << 6 + rest.trailingZeroBitCount].readAheadCandidate()
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
