import PeerWire
import Primitives
import SwarmCore

/// Reads what the next events will need before they come.
///
/// Thousands of members take more memory than a cache holds, so that an event finds nothing of its
/// member there, and waits for one read after the other: that was two thirds of a long run. The
/// events of a bucket are known beforehand, and their reads do not depend on each other: made in a
/// row, step by step, the processor waits for many of them at once. No event depends on what is read.
extension Simulation {
    mutating func lookAhead() {
        for event in queue.present { readAhead &+= readMember(of: event.what) }
        for event in queue.present { readAhead &+= readPeer(of: event.what) }
        for event in queue.present { readAhead &+= readSegment(of: event.what) }
        for event in queue.present { readAhead &+= readHolders(of: event.what) }
    }

    private mutating func readMember(of what: Happening) -> Int {
        guard let member = what.member, member < members.count else { return 0 }
        return members[member].readAhead()
    }

    private mutating func readPeer(of what: Happening) -> Int {
        switch what {
        case .message(_, let end): members[Int(end.member)].readAhead(place: Int(end.slot))
        case .uplinkFree(let member): members[Int(member)].uploads.readAheadNext()
        default: 0
        }
    }

    private mutating func readSegment(of what: Happening) -> Int {
        guard case .message(let message, let end) = what, let segment = message.segment else {
            return 0
        }
        return members[Int(end.member)].readAhead(place: Int(end.slot), segment)
    }

    private mutating func readHolders(of what: Happening) -> Int {
        guard case .message(let message, let end) = what, let segment = message.segment else {
            return 0
        }
        switch message.kind {
        case .have, .inFlight, .data, .busy, .absent, .leaves:
            return members[Int(end.member)].schedule.readAheadHolders(of: Media.id(segment))
        case .request:
            return members[Int(end.member)].uploads.readAhead(Media.id(segment))
        case .evicted, .progress, .leavesRequest, .noLeaves, .cancel, .gone: return 0
        }
    }
}
