import Primitives
import TrackerWire

/// A reply in the making: takes who is offered as long as every limit allows it.
struct IntroductionDraft: Sendable {
    private let client: PeerID
    private let limit: Int
    private let perPrefix: Int
    private let known: [PeerID: Moment]
    private var newPeersLeft: Int
    private var prefixes: [NetworkPrefix: Int] = [:]
    private(set) var chosen: [PeerID] = []

    /// `known` are the peers that the client was told of before.
    init(for client: PeerID, wanted: Int, known: [PeerID: Moment], policy: IntroductionPolicy) {
        self.client = client
        self.known = known
        limit = min(wanted, policy.perReply, TrackerWire.Introductions.mostPeers)
        perPrefix = policy.perPrefix ?? .max
        newPeersLeft = policy.peersPerHour.map { max(0, $0 - known.count) } ?? .max
    }

    var isFull: Bool { chosen.count >= limit }

    /// Takes at most `quota` of `peers`, in their order, and only those the client does not know yet or only those it does.
    mutating func offer(
        _ peers: [PeerID], known takesKnown: Bool, quota: Int = .max, from index: CandidateIndex
    ) {
        var taken = 0
        for peer in peers where taken < quota && !isFull {
            guard peer != client, (known[peer] != nil) == takesKnown, !chosen.contains(peer),
                takesKnown || newPeersLeft > 0, let candidate = index[peer]
            else { continue }
            let prefix = NetworkPrefix(of: candidate.address.ip)
            guard prefixes[prefix, default: 0] < perPrefix else { continue }
            prefixes[prefix, default: 0] += 1
            if !takesKnown { newPeersLeft -= 1 }
            chosen.append(peer)
            taken += 1
        }
    }
}
