package import Primitives

/// Chooses, of many peers, the few that hear of a segment while it still arrives.
///
/// All hear of it once it is whole, and at once among viewers without an edge node (`isAll`). Each segment has another audience at each member, so that every
/// peer hears of every segment from about as many: enough to choose its sources from, at a cost that
/// does not grow with the number of connections. Those that hear at the same time ask at the same
/// time, and few can be served: so each time another part of the audience hears, and nobody while
/// whoever asked would be turned away.
package struct NewsAudience: Sendable {
    /// Peers that hear of a segment's arrival, on average.
    private static let size: UInt64 = 12
    /// Parts that it is told in turn.
    private static let parts: UInt64 = 3

    private let seed: UInt64
    private let peers: UInt64
    private let part: UInt64
    private let hasRoom: Bool
    private let isAll: Bool

    /// Of what the member `own` tells its peers after it has told of the segment `before` times;
    /// `hasRoom` says that one more could be served, `isAll` that it is for all to know.
    package init(
        of segment: SegmentID, by own: PeerID, among peers: Int, before: Int, hasRoom: Bool,
        isAll: Bool
    ) {
        seed = SeededRandom.value(segment.track.value ^ segment.number) ^ own.value.words.0
        self.peers = UInt64(clamping: peers)
        part = UInt64(clamping: before) % Self.parts
        self.hasRoom = hasRoom
        self.isAll = isAll || peers <= Int(Self.size)
    }

    /// Whether there is anybody to tell.
    package var isEmpty: Bool { !isAll && !hasRoom }

    package func contains(_ peer: PeerID) -> Bool { contains(prefix: peer.value.prefix64) }

    /// The same of a peer of which the head of its name is at hand.
    package func contains(prefix: UInt64) -> Bool {
        guard !isAll else { return true }
        guard hasRoom else { return false }
        // Two rounds: of a pair, what one tells is to say nothing of what the other does.
        let first = SeededRandom.value(seed &+ prefix &* 3)
        let (turns, place) = SeededRandom.value(first).quotientAndRemainder(dividingBy: peers)
        return place < Self.size && turns % Self.parts == part
    }
}
