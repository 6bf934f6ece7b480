import Primitives

/// The end of the time in which peers may bring a live segment.
///
/// What is still queued somewhere would be asked of the origin before it comes, and then come all the
/// same. So first everything is taken back; what is being sent arrives; and then the origin brings
/// what is left.
extension Schedule {
    /// However slow peers are, the origin is not asked sooner because of that.
    private static let longestClosing = 1.0

    /// Takes requests for a segment back when it is about to become urgent; returns whether none are
    /// to be made any more, and else when that is to be looked at again.
    mutating func closes(
        _ record: RecordSlot, _ need: Need, originAt: Moment, at now: Moment,
        into actions: inout [Action]
    ) -> (isClosed: Bool, wake: Moment) {
        guard isAmongViewers(record), hasDelivered, need.due != .distantFuture,
            // Nothing else is left while the origin fails, or is busy.
            originAt <= now,
            // What was urgent at first sight has had no time in which peers could bring it.
            segments.entries[record.index].firstSlack ?? .zero > .zero
        else {
            segments.entries[record.index].isClosed = false
            return (false, .distantFuture)
        }
        if segments.entries[record.index].isClosed {
            guard now < need.urgentAt - .seconds(Self.longestClosing) else {
                return (true, wakeAfterClosing(need, at: now))
            }
            // The player waits longer than it had seemed.
            segments.entries[record.index].isClosed = false
        }
        let closesAt = need.urgentAt - .seconds(min(Self.longestClosing, slowest(of: record)))
        guard closesAt <= now else { return (false, closesAt) }
        segments.entries[record.index].isClosed = true
        for index in segments.entries[record.index].servers.indices.reversed() {
            let server = segments.entries[record.index].servers[index]
            cancel(record, of: server, mayAskAgain: false, into: &actions)
            forgetIdleServer(server, of: record)
        }
        return (true, wakeAfterClosing(need, at: now))
    }

    /// What is urgent already waits for the origin to be free, and time alone does not change that.
    private mutating func wakeAfterClosing(_ need: Need, at now: Moment) -> Moment {
        need.urgentAt > now ? need.urgentAt : .distantFuture
    }

    /// Seconds in which what is being sent arrives.
    private mutating func slowest(of record: RecordSlot) -> Double {
        var slowest = 0.0
        for server in segments.entries[record.index].servers {
            slowest = max(
                slowest,
                peers.entries[server.index].window.estimate.secondsPerChunk
                    + peers.entries[server.index].window.estimate.roundTripSeconds)
        }
        return slowest
    }

    // MARK: Who comes last

    /// Seconds for a chunk with which an uplink is of no use to others.
    private static let uselessUplink = 1.5

    /// When a member asks peers that can hardly pass anything on: in the second half of the time, as
    /// the first copies are for those who can.
    mutating func asksAt(_ record: RecordSlot, _ need: Need) -> Moment {
        guard let seconds = uplinkSecondsPerChunk, seconds > Self.uselessUplink,
            isAmongViewers(record), need.due != .distantFuture,
            let first = segments.entries[record.index].firstSlack
        else { return .start }
        return need.urgentAt - first / 2
    }
}
