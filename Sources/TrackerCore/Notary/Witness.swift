import Primitives

/// A session that says something to the notary, with what decides how much its word weighs.
struct Witness: Sendable {
    let peer: PeerID
    let prefix: NetworkPrefix
    let session: SessionID
    /// From when its word counts.
    let countsFrom: Moment
    /// Its word alone suffices for an attestation.
    let isAttestor: Bool
}
