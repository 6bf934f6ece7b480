import PeerWire
import Primitives
import SwarmCore

extension Simulation {
    /// Connections that a member may hold.
    @inline(__always)  // A call that cannot change the simulation would copy it.
    func degree(of member: Int) -> Int {
        members[member].person.isEdge ? plan.edgeDegree : plan.degree
    }

    /// How many more peers a member has room for.
    @inline(__always)
    func vacancies(of member: Int) -> Int {
        guard members[member].arePeersEnabled else { return 0 }
        return max(0, degree(of: member) - members[member].peerCount - members[member].dialling)
    }

    /// Dials a peer that was introduced, as far as there is room.
    mutating func dial(_ member: Int, _ peer: Int, after delay: Int64) {
        guard vacancies(of: member) > 0, members[member].place(of: MemberIndex(peer)) == nil,
            !members[member].record.isBanned(members[peer].person.id)
        else { return }
        members[member].dialling += 1
        // A channel is open after a round trip and a half.
        add(
            .dialled(MemberIndex(member), MemberIndex(peer)),
            after: delay + 3 * latency(member, peer))
    }

    mutating func dialled(_ member: Int, _ peer: Int) {
        guard members[member].isPresent else { return }
        members[member].dialling -= 1
        guard members[peer].isPresent, vacancies(of: member) > 0, vacancies(of: peer) > 0,
            members[member].place(of: MemberIndex(peer)) == nil,
            !members[peer].record.isBanned(members[member].person.id)
        else { return }
        let (own, its) = (members[member].takePlace(), members[peer].takePlace())
        let latency = latency(member, peer)
        let (ownEnd, itsEnd) = (members[member].end(own), members[peer].end(its))
        open(member, own, to: itsEnd, latency)
        open(peer, its, to: ownEnd, latency)
        greet(member, own, peer)
        greet(peer, its, member)
    }

    private mutating func open(_ member: Int, _ place: Int, to remote: LinkEnd, _ latency: Int64) {
        let peer = members[Int(remote.member)].person.id
        members[member].open(place, to: remote, peer, latency: latency, at: now)
        members[member].uploads.peerJoined(peer)
    }

    /// The peer's hello is here.
    private mutating func greet(_ member: Int, _ place: Int, _ peer: Int) {
        let report = members[peer].player?.report(at: time)
        let person = members[peer].person
        judge(member, place) { (state, _) throws(PeerViolation) in try state.greeted() }
        members[member].schedule.peerJoined(
            person.id, uploads: true, isEdge: person.isEdge, at: now, into: &actions)
        settle(member)
        if let report {
            members[member].schedule.peerMoved(person.id, to: report, at: now, into: &actions)
            settle(member)
        }
        tellAll(member, to: place)
    }

    /// Gives an input to what judges a peer; one in violation is closed, and banned if it must be.
    mutating func judge(
        _ member: Int, _ place: Int,
        _ input: (inout PeerState, Moment) throws(PeerViolation) -> Void
    ) {
        do {
            try input(&members[member].links[place].state, now)
        } catch {
            violated(member, place, error)
        }
    }

    mutating func violated(_ member: Int, _ place: Int, _ violation: PeerViolation) {
        guard members[member].links[place].isOpen else { return }
        let peer = Int(members[member].peers[place])
        let isAmongHonest = isHonest(member) && isHonest(peer)
        if isAmongHonest { measures.violations += 1 }
        if members[member].record.violated(violation, by: members[peer].person.id) {
            measures.banned += 1
            if isAmongHonest { harm.bannedHonest += 1 }
        }
        close(member, place)
    }

    /// Ends a connection from this side; the other learns of it later.
    mutating func close(_ member: Int, _ place: Int) {
        guard members[member].links[place].isOpen else { return }
        tellGone(member, place)
        forget(member, place)
    }

    mutating func tellGone(_ member: Int, _ place: Int) {
        let remote = members[member].links[place].remote
        add(.message(.gone, to: remote), after: members[member].links[place].latency)
    }

    /// The connection is no more.
    mutating func forget(_ member: Int, _ place: Int) {
        guard members[member].links[place].isOpen else { return }
        let peer = members[member].links[place].peer
        members[member].uploads.peerLeft(peer)
        members[member].schedule.peerLeft(peer, at: now, into: &actions)
        // What the schedule takes back of this peer still finds its place.
        settle(member)
        members[member].close(place)
    }

    /// Nanoseconds one way between two members: each pair has its own.
    @inline(__always)  // A call that cannot change the simulation would copy it.
    private func latency(_ one: Int, _ other: Int) -> Int64 {
        let (low, high) = (UInt64(min(one, other)), UInt64(max(one, other)))
        var random = SeededRandom(seed: plan.seed ^ low << 32 ^ high)
        let (from, to) = (
            plan.latency.lowerBound.wholeNanoseconds, plan.latency.upperBound.wholeNanoseconds
        )
        return from + Int64(random.next() % UInt64(max(1, to - from)))
    }
}
