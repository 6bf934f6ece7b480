import Primitives
import SwarmCore
import TrackerCore
import TrackerWire

extension Simulation {
    static let swarm = SwarmID(Bytes32(words: (1, 2, 3, 4)))
    /// Nanoseconds there and back.
    static let trackerRoundTrip: Int64 = 60_000_000
    private static let announceBytes = 200

    private var trackerTime: TrackerTime {
        TrackerTime(
            moment: now, unixSeconds: 1_700_000_000 + UInt64(time / 1_000_000_000))
    }

    mutating func enterTracker(_ member: Int) {
        tracker.sessionOpened(
            SessionID(UInt64(member)),
            as: ClientIdentity(peer: members[member].person.id, app: "simulation", bundle: "a"),
            address: SocketAddress(ip: address(of: member), port: 4_000), at: trackerTime,
            into: &trackerActions)
        followTracker()
    }

    /// For the notary each has a network of its own, but for the many identities of one attacker.
    private func address(of member: Int) -> IPAddress {
        guard plan.asksNotary else { return .v4(0x5000_0000 + UInt32(member)) }
        guard kind(of: member) == .sybilReporter else {
            return .v4(0x5000_0000 + UInt32(member) << 8)
        }
        return .v4(0x4000_0000 + UInt32(member % 2) << 8 + UInt32(member / 2 % 256))
    }

    /// A member says something to the tracker, which hears it at once.
    mutating func tell(_ message: ClientMessage, _ member: Int) {
        tracker.received(
            message, from: SessionID(UInt64(member)), at: trackerTime, into: &trackerActions)
        followTracker()
    }

    mutating func leaveTracker(_ member: Int) {
        tracker.sessionClosed(SessionID(UInt64(member)), at: now, into: &trackerActions)
        followTracker()
    }

    mutating func announce(_ member: Int) {
        guard members[member].isPresent, let due = members[member].announces.deadline,
            due <= now
        else { return }
        members[member].announces.announced(at: now)
        armAnnounce(of: member)
        let player = members[member].player?.report(at: time)
        let announce = Announce(
            swarm: Self.swarm, port: 4_000, uploads: true, isEdge: members[member].person.isEdge,
            tracks: members[member].hasPlayed ? [Media.track] : [],
            playheadSeconds: UInt32(clamping: player?.position.components.seconds ?? 0),
            bufferSeconds: UInt16(clamping: player?.buffer.components.seconds ?? 0),
            wanted: UInt8(clamping: vacancies(of: member)))
        measures.control(Self.announceBytes, isCounted: isCounted)
        tell(.announce(announce), member)
    }

    /// What is announced has changed.
    mutating func announceSoon(_ member: Int) {
        guard policy != .cdnOnly else { return }
        members[member].announces.changed(at: now)
        armAnnounce(of: member)
    }

    private mutating func armAnnounce(of member: Int) {
        guard let due = members[member].announces.deadline else { return }
        queue.add(.announce(MemberIndex(member)), at: max(time, due.nanoseconds))
    }

    mutating func trackerTimedOut() {
        trackerAlarm = .max
        tracker.timedOut(at: trackerTime, into: &trackerActions)
        followTracker()
    }

    /// Carries out what the tracker asked for, and sets its alarm.
    private mutating func followTracker() {
        for index in trackerActions.indices { perform(trackerActions[index]) }
        trackerActions.removeAll(keepingCapacity: true)
        guard let deadline = tracker.deadline?.nanoseconds, deadline < trackerAlarm else { return }
        trackerAlarm = max(time, deadline)
        queue.add(.trackerTimer, at: trackerAlarm)
    }

    private mutating func perform(_ action: TrackerAction) {
        switch action {
        case .send(.slot(let assignment), let session):
            measures.control(72, isCounted: isCounted)
            add(
                .slot(
                    MemberIndex(session.number), slot: assignment.slot,
                    viewers: assignment.viewers, edges: assignment.edges),
                after: Self.trackerRoundTrip)
        case .introduce(let plan, let session):
            let member = Int(session.number)
            measures.control(40 + 200 * plan.peers.count, isCounted: isCounted)
            guard members[member].isPresent else { return }
            for peer in plan.peers {
                dial(member, Int(peer.peer.member), after: Self.trackerRoundTrip)
            }
        case .attest(let plan, let sessions): attest(plan, to: sessions)
        case .send(.revocation(let revocation), let session):
            revoked(revocation, Int(session.number))
        case .close(let session, let reason):
            // Its peers stay: the tracker only has no word for it any more.
            precondition(
                !isHonest(Int(session.number)), "the tracker closed \(session.number): \(reason)")
        case .challenge(let key, _, let session): challenged(Int(session.number), key)
        case .send, .sendSecrets, .verify:
            // Channels are simulated without keys and grants.
            break
        }
    }
}
