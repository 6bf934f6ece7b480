import Primitives
import TrackerWire

/// One swarm: its members, their slots, who of them can be introduced, and what is attested.
struct Swarm: Sendable {
    private(set) var viewers = DenseSlots()
    /// The members that are trusted to be edge nodes.
    private(set) var edges = DenseSlots()
    private(set) var candidates = CandidateIndex()
    var notary: Notary
    var examination: Examination
    /// What the members hear of the counts, and when.
    var news = CountNews()
    private var members: [PeerID: Member] = [:]
    /// Who was expelled lately, the latest last.
    private var expelled: [(peer: PeerID, at: Moment)] = []
    /// What was attested and taken back lately, the latest last.
    private var revoked: [(key: SegmentKey, at: Moment)] = []
    /// How many of these a newcomer hears of: where more differ, so does the track.
    private static let mostRevoked = 128

    init(notary: NotaryPolicy) {
        self.notary = Notary(policy: notary)
        examination = Examination(segments: notary.segmentsPerSwarm)
    }

    var counts: Counts { Counts(viewers: viewers.count, edges: edges.count) }

    var population: Int { members.count }

    /// All members: edge nodes first, each row by its slots.
    var peers: [PeerID] { edges.members + viewers.members }

    subscript(peer: PeerID) -> Member? {
        get { members[peer] }
        set { members[peer] = newValue }
    }

    func isEdge(_ peer: PeerID) -> Bool { edges.slot(of: peer) != nil }

    /// Takes the peer in, or takes note of what it says now; returns the member that got another slot
    /// because this one changed its role.
    mutating func place(
        _ peer: PeerID, _ member: Member, policy: IntroductionPolicy
    ) -> PeerID? {
        members[peer] = member
        let isEdge = member.presence.isEdge && member.isTrustedEdge
        candidates.set(
            Self.candidate(for: member.presence, isEdge: isEdge, policy: policy), for: peer)
        guard isEdge else {
            viewers.insert(peer)
            return edges.remove(peer)
        }
        edges.insert(peer)
        return viewers.remove(peer)
    }

    /// Returns the member that takes the slot of the one that is gone, if any does.
    mutating func remove(_ peer: PeerID) -> PeerID? {
        members.removeValue(forKey: peer)
        candidates.set(nil, for: peer)
        return viewers.remove(peer) ?? edges.remove(peer)
    }

    /// The peer's slot and the counts, if they are not what it was told; they are from now on.
    mutating func newStanding(of peer: PeerID) -> Member.Standing? {
        guard let slot = edges.slot(of: peer) ?? viewers.slot(of: peer) else { return nil }
        let standing = Member.Standing(slot: slot, counts: counts)
        guard members[peer]?.toldStanding != standing else { return nil }
        members[peer]?.toldStanding = standing
        return standing
    }

    /// Takes note of peers whose credentials were revoked.
    mutating func expel(_ peers: [PeerID], at now: Moment) {
        expelled += peers.map { (peer: $0, at: now) }
        expelled.removeFirst(max(0, expelled.count - Expulsion.mostPeers))
    }

    func expelled(since earliest: Moment) -> [PeerID] {
        expelled.filter { $0.at >= earliest }.map(\.peer)
    }

    /// Takes note of a segment whose attestation holds no more.
    mutating func revoke(_ key: SegmentKey, at now: Moment) {
        revoked.append((key: key, at: now))
        revoked.removeFirst(max(0, revoked.count - Self.mostRevoked))
    }

    func revoked(since earliest: Moment) -> [SegmentKey] {
        revoked.filter { $0.at >= earliest }.map(\.key)
    }

    /// Only who uploads and listens on a port of its own is of use to others.
    private static func candidate(
        for presence: Presence, isEdge: Bool, policy: IntroductionPolicy
    ) -> Candidate? {
        guard presence.uploads, presence.address.port >= max(1, policy.lowestPort) else {
            return nil
        }
        return Candidate(
            address: presence.address, isEdge: isEdge, playheadSeconds: presence.playheadSeconds)
    }
}
