import Primitives

/// What happens around the schedule, at a moment of its own.
enum Event {
    /// A peer has sent the first of the chunks that it was asked for.
    case peerDelivers(peer: Int, turn: Int)
    case leavesArrive(peer: PeerID, segment: UInt64)
    /// A peer has something to say, every second.
    case peerSpeaks(peer: Int)
    case originGoesOn(segment: UInt64, turn: Int)
    case playerTick
    case liveEdgeMoves
    case playerSeeks
    case peerIsReplaced
    case membersAreCounted
}
