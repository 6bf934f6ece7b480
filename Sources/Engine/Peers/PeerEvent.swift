import PeerWire
import Primitives
import SwarmCore
import Transport

/// What one remote peer said or did, after its `PeerState` has judged it.
enum PeerEvent: Sendable {
    /// The channel is open: it is our turn to introduce ourselves.
    case opened
    /// The peer has introduced itself.
    case greeted(Hello)
    /// Segments that it holds, complete and attested, and had not told of before.
    case has([SegmentID])
    /// A segment that it is receiving; the chunks below `chunks` can be asked for.
    case receives(SegmentID, chunks: ChunkMask)
    case dropped([SegmentID])
    case moved(Progress)
    case asksLeaves(LeavesRequest)
    case gaveLeaves(LeavesPage)
    case hasNoLeaves(SegmentID)
    case asksChunks(ChunkRequest)
    case cancels(SegmentID, ChunkRun)
    case refuses(SegmentID, ChunkRun, Schedule.Refusal)
    /// The channel takes bytes again.
    case writable
    /// The channel is gone; last.
    case ended(violation: PeerViolation?, fault: ChannelFault?)
}
