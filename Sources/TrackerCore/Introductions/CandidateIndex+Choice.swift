import Primitives

extension CandidateIndex {
    /// How many of a group are looked at, however large it is.
    private static let examined = 64

    /// Chooses whom to tell `client` of: edge nodes, its LAN, who plays just ahead, then anyone.
    ///
    /// Peers that it does not know yet come first; only when they run out is it told again of those it does,
    /// since it may have lost them.
    func choice(
        for client: PeerID, at presence: Presence, wanted: Int, own: DisclosureBudget,
        address: DisclosureBudget, policy: IntroductionPolicy, using random: inout SeededRandom
    ) -> [PeerID] {
        var draft = IntroductionDraft(
            for: client, wanted: wanted, own: own, address: address, policy: policy)
        for known in [false, true] where !draft.isFull {
            draft.offer(
                edges(Self.examined, using: &random), known: known, quota: policy.edges, from: self)
            draft.offer(
                peers(at: presence.address.ip, Self.examined, using: &random), known: known,
                quota: policy.sameAddress, from: self)
            draft.offer(
                peers(aheadOf: presence.playheadSeconds, Self.examined, using: &random),
                known: known, quota: policy.ahead, from: self)
            draft.offer(anyone(Self.examined, using: &random), known: known, from: self)
        }
        return draft.chosen
    }
}
