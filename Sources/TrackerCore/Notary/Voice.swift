import Primitives

/// What counts once, however many identities speak with it.
enum Voice: Hashable, Sendable {
    case prefix(NetworkPrefix)
    case peer(PeerID)

    init(of witness: Witness, distinctPrefixes: Bool) {
        self = distinctPrefixes ? .prefix(witness.prefix) : .peer(witness.peer)
    }
}
