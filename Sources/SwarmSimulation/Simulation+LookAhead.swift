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
    /// A message that is about to arrive.
    struct Arrival: Sendable {
        let member: Int
        let place: Int
        let kind: Message.Kind
        let segment: SegmentNumber?
        var aim: Schedule.Aim?
    }

    mutating func lookAhead() {
        upcoming.removeAll(keepingCapacity: true)
        for index in queue.present.indices { readMember(of: queue.present[index].what) }
        for index in upcoming.indices {
            let arrival = upcoming[index]
            upcoming[index].aim = members[arrival.member].aim(
                place: arrival.place, arrival.segment)
        }
        for arrival in upcoming {
            guard let aim = arrival.aim else { continue }
            readAhead &+= members[arrival.member].readAhead(
                aim, place: arrival.place, arrival.segment)
        }
        for arrival in upcoming { readFurther(arrival) }
        for index in queue.present.indices {
            // What a window loses and gains is noted for each peer.
            guard case .playlist(let member) = queue.present[index].what else { continue }
            readAhead &+= members[Int(member)].readAheadPeers()
        }
    }

    private mutating func readMember(of what: Happening) {
        switch what {
        case .message(let message, let end):
            readAhead &+= members[Int(end.member)].readAhead(place: Int(end.slot))
            upcoming.append(
                Arrival(
                    member: Int(end.member), place: Int(end.slot), kind: message.kind,
                    segment: message.segment))
        case .alarm(let member), .uplinkFree(let member), .playlist(let member):
            readAhead &+= members[Int(member)].readAhead(place: .max)
        case .join, .leave, .playerAsks, .playerDry, .seek, .origin, .attested, .challenged,
            .dialled, .announce, .slot, .trackerTimer, .incident, .sample:
            break
        }
    }

    /// Reads what the machine needs that the message is for.
    private mutating func readFurther(_ arrival: Arrival) {
        guard let aim = arrival.aim else { return }
        switch arrival.kind {
        case .data:
            readAhead &+=
                members[arrival.member].ledger.readAhead()
                &+ members[arrival.member].arrivals.readAhead()
                &+ members[arrival.member].schedule.readAheadHolders(aim)
        case .have, .inFlight, .busy, .absent, .leaves:
            readAhead &+= members[arrival.member].schedule.readAheadHolders(aim)
        case .request:
            guard let segment = arrival.segment else { return }
            let peer = members[arrival.member].links[arrival.place].peer
            readAhead &+= members[arrival.member].uploads.readAhead(Media.id(segment), of: peer)
        case .evicted, .progress, .leavesRequest, .noLeaves, .cancel, .gone, .rumour: break
        }
    }
}
