import Primitives

/// What others may be told of a member that can be introduced.
struct Candidate: Hashable, Sendable {
    let address: SocketAddress
    let isEdge: Bool
    let playheadSeconds: UInt32
}
