import Primitives

/// How long a segment takes from one member to all of a swarm, when nothing goes wrong.
///
/// Formulas of the scheduling note, "What bounds offload".
package struct RelayTime: Sendable, Equatable {
    package let viewers: Int
    /// The time one uplink needs for a segment: T·r/u.
    package let segment: Duration
    /// The time one uplink needs for a chunk.
    package let chunk: Duration

    /// Sizes are in bytes; `uplink` in bytes a second.
    package init(viewers: Int, segmentSize: Int, chunkSize: Int, uplink: Double) {
        precondition(viewers > 0 && uplink > 0, "a swarm of \(viewers) at \(uplink) bytes a second")
        self.viewers = viewers
        segment = .clamped(seconds: Double(segmentSize) / uplink)
        chunk = .clamped(seconds: Double(chunkSize) / uplink)
    }

    /// ⌈log2 N⌉: those who have it double with each relay.
    package var hops: Int {
        Int.bitWidth - (viewers - 1).leadingZeroBitCount
    }

    /// (⌈log2 N⌉ + 1)·T·r/u, when members pass on only what is complete.
    package var ofWholeSegments: Duration { segment * (hops + 1) }

    /// T·r/u and a chunk per hop, when members pass chunks on as they arrive.
    package var ofChunks: Duration { segment + chunk * hops }
}
