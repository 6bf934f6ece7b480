/// Who reported what of one segment: those that agree stand in one camp.
struct Camps: Sendable {
    struct Camp: Sendable {
        let claim: SegmentClaim
        var witnesses = Witnesses()
    }

    /// In the order in which they were first heard.
    private var all: [Camp] = []

    /// Everybody has said the same.
    var areOne: Bool { all.count == 1 }

    /// Returns whether the witness is a new one, and whether it is the first to say what it says.
    ///
    /// Beyond `limit` nobody is heard any more, nor is a second word of anybody.
    mutating func add(
        _ witness: Witness, claiming claim: SegmentClaim, limit: Int
    ) -> (isNew: Bool, opensCamp: Bool) {
        let heard = all.reduce(0) { $0 + $1.witnesses.count }
        guard heard < limit, !all.contains(where: { $0.witnesses.contains(witness.peer) }) else {
            return (isNew: false, opensCamp: false)
        }
        let place = all.firstIndex { $0.claim == claim } ?? all.count
        let opensCamp = place == all.count
        if opensCamp { all.append(Camp(claim: claim)) }
        return (
            isNew: all[place].witnesses.add(witness, limit: limit), opensCamp: opensCamp
        )
    }

    /// The largest camp, the first of equals; that of an attestor before all.
    func leader(distinctPrefixes: Bool) -> Camp? {
        if let attested = all.first(where: { $0.witnesses.includeAttestor }) { return attested }
        let sizes = all.map { $0.witnesses.voices(distinctPrefixes: distinctPrefixes).count }
        guard let most = sizes.max(), let place = sizes.firstIndex(of: most) else { return nil }
        return all[place]
    }

    /// Those that do not stand in a camp.
    func witnesses(against camp: Camp) -> [Witness] {
        all.filter { $0.claim != camp.claim }.flatMap(\.witnesses.all)
    }

    var sessions: [SessionID] { all.flatMap(\.witnesses.sessions) }
}
