package import Primitives

/// Chooses, of many peers, the few that hear of a segment while it still arrives.
///
/// All hear of it once it is whole. Each segment has another audience at each member, so that every
/// peer hears of every segment from about as many: enough to choose its sources from, at a cost that
/// does not grow with the number of connections.
package struct NewsAudience: Sendable {
    /// Peers that hear of a segment's arrival, on average.
    private static let size: UInt64 = 12

    private let seed: UInt64
    private let peers: UInt64

    /// Of what the member `own` tells its peers.
    package init(of segment: SegmentID, by own: PeerID, among peers: Int) {
        seed = SeededRandom.value(segment.track.value ^ segment.number) ^ own.value.words.0
        self.peers = UInt64(clamping: peers)
    }

    package func contains(_ peer: PeerID) -> Bool {
        guard peers > Self.size else { return true }
        // Two rounds: of a pair, what one tells is to say nothing of what the other does.
        let first = SeededRandom.value(seed &+ peer.value.words.0 &* 3)
        return SeededRandom.value(first) % peers < Self.size
    }
}
