import Primitives
import TrackerWire

/// A reply in the making: takes who is offered as long as every limit allows it.
struct IntroductionDraft: Sendable {
    private let client: PeerID
    private let limit: Int
    private let perPrefix: Int
    private var own: DisclosureBudget
    private var address: DisclosureBudget
    private var prefixes: [NetworkPrefix: Int] = [:]
    private(set) var chosen: [PeerID] = []

    /// `own` is the client's budget, `address` that of all who are where it is.
    init(
        for client: PeerID, wanted: Int, own: DisclosureBudget, address: DisclosureBudget,
        policy: IntroductionPolicy
    ) {
        self.client = client
        self.own = own
        self.address = address
        limit = min(wanted, policy.perReply, TrackerWire.Introductions.mostPeers)
        perPrefix = policy.perPrefix ?? .max
    }

    var isFull: Bool { chosen.count >= limit }

    /// Takes at most `quota` of `peers`, in their order, and only those the client does not know yet or only those it does.
    mutating func offer(
        _ peers: [PeerID], known takesKnown: Bool, quota: Int = .max, from index: CandidateIndex
    ) {
        var taken = 0
        for peer in peers where taken < quota && !isFull {
            guard peer != client, own.knows(peer) == takesKnown, !chosen.contains(peer),
                own.admits(peer), address.admits(peer), let candidate = index[peer]
            else { continue }
            let prefix = NetworkPrefix(of: candidate.address.ip)
            guard prefixes[prefix, default: 0] < perPrefix else { continue }
            prefixes[prefix, default: 0] += 1
            own.spend(on: peer)
            address.spend(on: peer)
            chosen.append(peer)
            taken += 1
        }
    }
}
