/// Which of the peers that have a segment are asked for it.
package enum PeerChoice: Hashable, Sendable {
    /// The nearest ahead of the player, and of several the least loaded.
    case nearest
    /// Any, with equal chances: what most engines do, kept to be compared with.
    case uniform
}
