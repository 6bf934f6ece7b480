/// What hostile viewers did to the others.
struct Harm: Sendable {
    private struct Pair: Hashable {
        let attacker: MemberIndex
        let victim: MemberIndex
    }

    /// Bytes that came from an attacker for nothing, and because it attacks.
    private var wasted: [Pair: Int] = [:]
    /// Bytes that players were given and that are not the CDN's.
    var wrongBytes = 0
    /// Honest peers that an honest one bans.
    var bannedHonest = 0

    mutating func wasted(_ bytes: Int, by attacker: MemberIndex, of victim: MemberIndex) {
        wasted[Pair(attacker: attacker, victim: victim), default: 0] += bytes
    }

    /// The most that one attacker wasted of one victim.
    var worstWaste: Int { wasted.values.max() ?? 0 }

    /// The most that one attacker wasted of all victims together.
    var worstWasteOfAll: Int {
        var sums: [MemberIndex: Int] = [:]
        for (pair, bytes) in wasted { sums[pair.attacker, default: 0] += bytes }
        return sums.values.max() ?? 0
    }
}
