import PeerWire
import Primitives
import SwarmCore

extension Simulation {
    /// Carries out what a member's schedule asked for, and sets its alarm.
    mutating func settle(_ member: Int) {
        if !actions.isEmpty {
            for index in actions.indices { perform(actions[index], of: member) }
            actions.removeAll(keepingCapacity: true)
        }
        armAlarm(of: member)
    }

    private mutating func armAlarm(of member: Int) {
        guard let alarm = members[member].alarm() else { return }
        let at = max(time, alarm)
        guard at < members[member].alarmAt else { return }
        members[member].alarmAt = at
        queue.add(.alarm(MemberIndex(member)), at: at)
    }

    /// The deadline may have moved on since the alarm was set; it is then set again.
    mutating func alarmRang(_ member: Int) {
        guard members[member].isPresent, members[member].alarmAt == time else { return }
        members[member].alarmAt = .max
        guard let alarm = members[member].alarm() else { return }
        if alarm <= time {
            members[member].schedule.timedOut(at: now, into: &actions)
            settle(member)
        } else {
            armAlarm(of: member)
        }
    }

    private mutating func perform(_ action: Schedule.Action, of member: Int) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, let reason):
            fetch(member, SegmentNumber(segment.number), from: offset, to: end, reason)
        case .cancelOrigin(let segment):
            cancelFetch(member, SegmentNumber(segment.number))
        case .requestLeaves(let segment, let peer):
            send(.leavesRequest(SegmentNumber(segment.number)), member, to: place(peer, member))
        case .requestChunks(let segment, let run, let peer, let deadline):
            let place = place(peer, member)
            let isNew = members[member].links[place].state.requestSent(segment, run)
            precondition(isNew, "\(run) of \(segment) is asked twice of one peer")
            let milliseconds = (deadline - now).wholeNanoseconds / 1_000_000
            send(
                .request(
                    SegmentNumber(segment.number), Message.Run(run),
                    withinMs: UInt32(clamping: milliseconds)),
                member, to: place)
        case .tellRumour(let segment): tellRumour(member, SegmentNumber(segment.number))
        case .cancelChunks(let segment, let run, let peer):
            let place = place(peer, member)
            members[member].links[place].state.requestCancelled(segment, run)
            send(
                .cancel(SegmentNumber(segment.number), Message.Run(run)), member, to: place)
        }
    }

    private mutating func place(_ peer: PeerID, _ member: Int) -> Int {
        guard let place = members[member].place(of: peer.member) else {
            preconditionFailure("\(member) asks \(peer.member), who is not its peer")
        }
        return place
    }

    mutating func slotAssigned(_ member: Int, slot: Int, viewers: Int, edges: Int) {
        guard members[member].isPresent else { return }
        members[member].schedule.slotAssigned(
            slot: slot, viewers: viewers, edges: edges, at: now, into: &actions)
        settle(member)
    }
}
