import Primitives

extension Schedule {
    /// Checks, in debug builds, what must hold after every input.
    func checkInvariants() {
        assert(invariantsHold())
    }

    private func invariantsHold() -> Bool {
        for segment in active {
            precondition(records[segment]?.isComplete == false, "\(segment) is active and over")
        }
        let activeSet = Set(active)
        precondition(activeSet.count == active.count, "a segment is active twice")
        for segment in requested {
            precondition(activeSet.contains(segment), "\(segment) is waited for and not active")
        }
        for (segment, record) in records { check(record, of: segment, activeSet) }
        for (peer, known) in peers {
            for entry in known.window.entries {
                let ask = records[entry.segment]?.asks[entry.chunk]
                precondition(
                    ask?.outstanding.contains(peer) ?? false, "a request that no segment knows")
            }
            let distinct = Set(known.window.entries.map { [Int($0.segment.number), $0.chunk] })
            precondition(
                Set(known.window.entries.map(\.segment.track)).count > 1
                    || distinct.count == known.window.entries.count,
                "a chunk is asked twice of one peer")
        }
        return true
    }

    private func check(
        _ record: SegmentRecord, of segment: SegmentID, _ active: Set<SegmentID>
    ) {
        let outstanding = record.asks.values.reduce(0) { $0 + $1.outstanding.count }
        switch record.state {
        case .complete, .waiting, .askingLeaves, .origin:
            precondition(outstanding == 0, "\(segment) has chunks outstanding: \(record.state)")
        case .swarming:
            precondition(active.contains(segment), "\(segment) is fetched and not wanted")
            precondition(!record.assembly.isComplete, "\(segment) is whole and still fetched")
        }
        for (chunk, ask) in record.asks {
            precondition(
                ask.outstanding.isEmpty || !record.unasked.contains(chunk),
                "chunk \(chunk) of \(segment) is asked for and not")
            for peer in ask.outstanding {
                precondition(
                    peers[peer]?.window.entries.contains {
                        $0.segment == segment && $0.chunk == chunk
                    } ?? false, "chunk \(chunk) of \(segment) waits for a peer that is not asked")
            }
        }
    }
}
