import Primitives

/// Identities that agree; one of them never counts twice.
struct Witnesses: Sendable {
    private(set) var all: [Witness] = []

    var count: Int { all.count }

    func contains(_ peer: PeerID) -> Bool { all.contains { $0.peer == peer } }

    func voices(distinctPrefixes: Bool) -> Set<Voice> {
        Set(all.map { Voice(of: $0, distinctPrefixes: distinctPrefixes) })
    }

    var sessions: [SessionID] { all.map(\.session) }

    var includeAttestor: Bool { all.contains { $0.isAttestor } }

    /// Returns whether the witness is a new one; beyond `limit` nobody is.
    mutating func add(_ witness: Witness, limit: Int) -> Bool {
        guard all.count < limit, !all.contains(where: { $0.peer == witness.peer }) else {
            return false
        }
        all.append(witness)
        return true
    }

    /// From when `needed` of them count, each in a prefix of its own if that is asked; nil if never.
    func quorum(of needed: Int, distinctPrefixes: Bool) -> Moment? {
        var prefixes: Set<NetworkPrefix> = []
        var counted = 0
        for witness in all.sorted(by: { $0.countsFrom < $1.countsFrom }) {
            if distinctPrefixes, !prefixes.insert(witness.prefix).inserted { continue }
            counted += 1
            if counted >= needed { return witness.countsFrom }
        }
        return nil
    }
}
