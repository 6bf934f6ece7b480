import Primitives
import SwarmCore

extension Simulation {
    mutating func join(_ index: MemberIndex) {
        let person = trace.people[Int(index)]
        precondition(Int(index) == members.count, "members come in the order of the trace")
        var configuration = configuration
        configuration.isEdge = person.isEdge
        configuration.diversity = person.id.value.prefix64
        switch policy {
        case .swarmWide, .cdnOnly, .uniformChoice: break
        case .neighbourLocal:
            configuration.election = .neighbourhood(
                NeighbourhoodElection(own: person.id, isEdge: person.isEdge))
        }
        let playlist = media.playlist(upTo: media.latest(at: time))
        members.append(
            Member(
                index, person, configuration: configuration,
                uploads: person.isEdge ? .edge : UploadConfiguration(),
                arePeersEnabled: policy != .cdnOnly, from: playlist.lowerBound,
                announceInterval: plan.announceInterval, at: now))
        add(.playlist(index), after: person.cdnLatency)
        if person.departure != .max { add(.leave(index), after: person.departure - time) }
        for seek in person.seeks { add(.seek(index, seek.segment), after: seek.after) }
        if policy != .cdnOnly {
            enterTracker(Int(index))
            add(.announce(index), after: 0)
        }
        if !person.isEdge, person.hostile == nil { measures.viewerCame() }
    }

    /// A member goes: its peers learn it from their channels.
    mutating func leave(_ member: Int) {
        guard members[member].isPresent else { return }
        for place in members[member].links.indices where members[member].links[place].isOpen {
            tellGone(member, place)
        }
        if policy != .cdnOnly { leaveTracker(member) }
        measures.left(members[member], at: time, plan)
        members[member].leave()
    }

    mutating func seek(_ member: Int, to segment: SegmentNumber) {
        guard members[member].isPresent, var player = members[member].player, !player.hasEnded
        else { return }
        if player.isStalled, isHonest(member) { measures.stallEnded() }
        let left = player.seek(to: segment, at: time)
        members[member].player = player
        if let left { release(member, left) }
        askNext(member)
    }

    mutating func perform(_ incident: Incident.Kind) {
        switch incident {
        case .outage(let duration): cdnDownUntil = time + duration.wholeNanoseconds
        case .leave(let viewer):
            if let member = present(viewer) { leave(member) }
        case .seek(let viewer, let segment):
            if let member = present(viewer) { seek(member, to: SegmentNumber(segment)) }
        case .peers(let viewer, let enabled):
            if let member = present(viewer), policy != .cdnOnly { setPeers(member, enabled) }
        case .drop(let viewer, let segment):
            if let member = present(viewer) { drop(member, SegmentNumber(segment)) }
        case .silence(let viewer):
            if let member = present(viewer) { members[member].isSilent = true }
        case .uplink(let viewer, let ratio):
            if let member = present(viewer) {
                members[member].uplinkRate = plan.bytesPerSecond * ratio
            }
        }
    }

    /// The member that is the given viewer, if it has come and not gone.
    private func present(_ viewer: Int) -> Int? {
        let member = plan.edges + viewer
        guard member < members.count, members[member].isPresent else { return nil }
        return member
    }

    /// The store loses a segment.
    private mutating func drop(_ member: Int, _ segment: SegmentNumber) {
        guard members[member][segment].isComplete else { return }
        let wasOffered = members[member][segment].isOffered
        members[member][segment] = SegmentCopy()
        members[member].schedule.segmentDropped(Media.id(segment), at: now, into: &actions)
        settle(member)
        refuseUploads(member, of: segment)
        if wasOffered { tellEvicted(member, segment) }
    }

    private mutating func setPeers(_ member: Int, _ enabled: Bool) {
        if !enabled {
            for place in members[member].links.indices { close(member, place) }
        }
        members[member].schedule.peersEnabled(enabled, at: now, into: &actions)
        settle(member)
        members[member].arePeersEnabled = enabled
    }
}
