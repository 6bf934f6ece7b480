/// What one peer may do; past it the peer has violated the protocol.
///
/// Kept for every peer, and so in little memory.
package struct PeerLimits: Sendable {
    /// Tracks that a peer may hold segments of.
    package var tracks: UInt16 = 16
    /// Words of 64 segment numbers that are remembered for each track; the rest is forgotten.
    package var wordsPerTrack: UInt16 = 1_024
    /// Segments that a peer may be receiving; more are not remembered.
    package var segmentsInFlight: UInt16 = 32
    /// Updates a second, in the long run.
    package var updateRate = 20.0
    /// Updates at once: what a peer tells when it connects.
    package var updateBurst = 100.0
    /// Chunks asked of us and not yet answered.
    package var outstandingChunks: UInt16 = 64
    /// Chunks that are not waited for any more and may still arrive.
    package var toleratedChunks: UInt16 = 256

    package init() {}
}
