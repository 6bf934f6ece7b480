import Primitives

/// One swarm: its members, their slots, who of them can be introduced, and what is attested.
struct Swarm: Sendable {
    private(set) var slots = DenseSlots()
    private(set) var candidates = CandidateIndex()
    var notary: Notary
    /// Whether a moment is set at which the members hear of the population.
    var tellsPopulation = false
    private var members: [PeerID: Member] = [:]

    init(notary: NotaryPolicy) {
        self.notary = Notary(policy: notary)
    }

    var population: Int { slots.count }

    subscript(peer: PeerID) -> Member? {
        get { members[peer] }
        set { members[peer] = newValue }
    }

    /// Takes the peer in, or takes note of what it says now.
    mutating func place(_ peer: PeerID, _ member: Member, policy: IntroductionPolicy) {
        members[peer] = member
        slots.insert(peer)
        candidates.set(Self.candidate(for: member.presence, policy: policy), for: peer)
    }

    mutating func remove(_ peer: PeerID) {
        members.removeValue(forKey: peer)
        slots.remove(peer)
        candidates.set(nil, for: peer)
    }

    /// The peer's slot and the population, if they are not what it was told; they are from now on.
    mutating func newStanding(of peer: PeerID) -> Member.Standing? {
        guard let slot = slots.slot(of: peer) else { return nil }
        let standing = Member.Standing(slot: slot, population: population)
        guard members[peer]?.toldStanding != standing else { return nil }
        members[peer]?.toldStanding = standing
        return standing
    }

    /// Only who uploads and listens on a port of its own is of use to others.
    private static func candidate(
        for presence: Presence, policy: IntroductionPolicy
    ) -> Candidate? {
        guard presence.uploads, presence.address.port >= max(1, policy.lowestPort) else {
            return nil
        }
        return Candidate(
            address: presence.address, isEdge: presence.isEdge && policy.trustsEdgeClaims,
            playheadSeconds: presence.playheadSeconds)
    }
}
