import Primitives

extension Schedule {
    /// Checks, in debug builds, what must hold after every input.
    ///
    /// In a large world the check would be most of the work, so that there it is made now and then.
    mutating func checkInvariants() {
        assert(isToBeChecked() && invariantsHold() || true)
    }

    private mutating func isToBeChecked() -> Bool {
        inputs &+= 1
        let size = segments.count * (1 + peers.directory.count)
        return size < 500 || inputs % 32 == 0
    }

    private func invariantsHold() -> Bool {
        precondition(Set(active).count == active.count, "a segment is active twice")
        let activeSet = Set(active)
        for record in active {
            precondition(
                !segments.entries[record.index].isComplete,
                "\(segments.entries[record.index].id) is active and over")
        }
        for record in requested {
            precondition(
                activeSet.contains(record),
                "\(segments.entries[record.index].id) is waited for, not active")
        }
        for record in segments.occupied { check(record, activeSet) }
        for slot in peers.directory.occupied { check(slot) }
        return true
    }

    /// A peer is over no window, and every chunk asked of it is known to its segment.
    private func check(_ slot: PeerSlot) {
        let window = peers.entries[slot.index].window
        var seen: Set<[Int]> = []
        for entry in window.entries {
            precondition(
                seen.insert([entry.record.index, entry.chunk]).inserted,
                "a chunk is asked twice of one peer")
            precondition(
                segments.entries[entry.record.index].servers.contains(slot)
                    && segments.entries[entry.record.index].board.wasAsked(entry.chunk, of: slot),
                "a request that no segment knows")
        }
        precondition(
            peers.entries[slot.index].leavesAsked >= 0, "leaves came that were not asked for")
    }

    /// Every chunk of a segment has one fate: it is there, asked for, with the origin or unasked.
    private func check(_ record: RecordSlot, _ active: Set<RecordSlot>) {
        let segment = segments.entries[record.index]
        precondition(segment.isActive == active.contains(record), "\(segment.id) is lost")
        precondition(
            fetching.contains(record) == (segment.fetch != nil), "\(segment.id): a fetch is lost")
        if !segment.isActive {
            precondition(!segment.isWorkedOn, "\(segment.id) is fetched and not wanted")
            precondition(alarms.moment(of: record.index) == .distantFuture, "an alarm for nothing")
        }
        var outstanding = 0
        for server in segment.servers {
            let chunks = peers.entries[server.index].window.entries.filter { $0.record == record }
            precondition(!chunks.isEmpty, "\(segment.id) has a server that serves nothing")
            outstanding += chunks.count
        }
        precondition(
            outstanding == segment.board.outstandingCount,
            "\(segment.id) waits for \(segment.board.outstandingCount) chunks of \(outstanding)")
        if let place = segment.place {
            precondition(
                tracks.entries[place.track].records[place.place] == record,
                "\(segment.id) is misplaced")
        }
    }
}
