import Primitives

/// The members of a swarm that can be introduced, found by what makes one worth introducing.
///
/// Every look-up costs what it returns and not what the swarm holds.
struct CandidateIndex: Sendable {
    private static let bucketSeconds: UInt32 = 10
    /// Nobody keeps what lies further behind its playhead than about this.
    private static let bucketsAhead: UInt32 = 60

    private var candidates: [PeerID: Candidate] = [:]
    private var everyone = DenseSlots()
    private var edges = DenseSlots()
    private var byAddress: [IPAddress: DenseSlots] = [:]
    private var byPlayhead: [UInt32: DenseSlots] = [:]

    var count: Int { candidates.count }

    subscript(peer: PeerID) -> Candidate? { candidates[peer] }

    /// Replaces what was known of the peer; nil takes it out.
    mutating func set(_ candidate: Candidate?, for peer: PeerID) {
        guard candidates[peer] != candidate else { return }
        if let old = candidates.removeValue(forKey: peer) { remove(peer, old) }
        guard let candidate else { return }
        candidates[peer] = candidate
        everyone.insert(peer)
        if candidate.isEdge { edges.insert(peer) }
        byAddress[candidate.address.ip, default: DenseSlots()].insert(peer)
        byPlayhead[Self.bucket(of: candidate), default: DenseSlots()].insert(peer)
    }

    func anyone(_ limit: Int, using random: inout SeededRandom) -> [PeerID] {
        everyone.sample(limit, using: &random)
    }

    func edges(_ limit: Int, using random: inout SeededRandom) -> [PeerID] {
        edges.sample(limit, using: &random)
    }

    func peers(
        at address: IPAddress, _ limit: Int, using random: inout SeededRandom
    ) -> [PeerID] {
        byAddress[address]?.sample(limit, using: &random) ?? []
    }

    /// Peers at or ahead of the playhead, the nearest first.
    func peers(
        aheadOf playheadSeconds: UInt32, _ limit: Int, using random: inout SeededRandom
    ) -> [PeerID] {
        var found: [PeerID] = []
        let first = playheadSeconds / Self.bucketSeconds
        for bucket in first...(first + Self.bucketsAhead) where found.count < limit {
            let inBucket = byPlayhead[bucket]?.sample(limit - found.count, using: &random) ?? []
            let ahead = inBucket.compactMap { peer in
                candidates[peer].map { (peer: peer, playhead: $0.playheadSeconds) }
            }
            .filter { $0.playhead >= playheadSeconds }
            found += ahead.sorted { $0.playhead < $1.playhead }.map(\.peer)
        }
        return found
    }

    private mutating func remove(_ peer: PeerID, _ candidate: Candidate) {
        everyone.remove(peer)
        edges.remove(peer)
        Self.remove(peer, from: &byAddress[candidate.address.ip])
        Self.remove(peer, from: &byPlayhead[Self.bucket(of: candidate)])
    }

    /// An empty group is taken out: addresses and playheads come from strangers.
    private static func remove(_ peer: PeerID, from group: inout DenseSlots?) {
        group?.remove(peer)
        if group?.isEmpty == true { group = nil }
    }

    private static func bucket(of candidate: Candidate) -> UInt32 {
        candidate.playheadSeconds / bucketSeconds
    }
}
