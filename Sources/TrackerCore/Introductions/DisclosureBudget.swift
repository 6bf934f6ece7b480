import Primitives

/// Whom one may still be told of in this hour: of who it knows already without limit.
struct DisclosureBudget: Sendable {
    private let known: [PeerID: Moment]
    private var left: Int

    /// `limit` is nil for no limit.
    init(known: [PeerID: Moment], limit: Int?) {
        self.known = known
        left = limit.map { max(0, $0 - known.count) } ?? .max
    }

    func knows(_ peer: PeerID) -> Bool { known[peer] != nil }

    func admits(_ peer: PeerID) -> Bool { knows(peer) || left > 0 }

    mutating func spend(on peer: PeerID) {
        if !knows(peer) { left -= 1 }
    }
}
