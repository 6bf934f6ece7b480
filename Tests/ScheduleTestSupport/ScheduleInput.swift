package import PeerWire
package import Primitives
package import SwarmCore

/// An input of a schedule as a value, so that it can be listed, printed and given again.
package enum ScheduleInput: Hashable, Sendable {
    case timedOut
    case slotAssigned(slot: Int, viewers: Int, edges: Int)
    case ownersNeeded(Int)
    case peersEnabled(Bool)
    case trackDescribed(TrackID, [SegmentTiming], isLive: Bool)
    case trackKeptFromPeers(TrackID)
    case tracksSelected([TrackID])
    case playerMoved(PlayerState)
    case playerReported(PlayerReport)
    case playerRequested(SegmentID, PlayerHints?)
    case playerReleased(SegmentID)
    case segmentDropped(SegmentID)
    case peerJoined(PeerID, uploads: Bool, isEdge: Bool)
    case peerLeft(PeerID)
    case peerMoved(PeerID, PlayerState)
    case peerHas(PeerID, [SegmentID])
    case peerReceives(PeerID, SegmentID, ChunkMask)
    case peerEvicted(PeerID, [SegmentID])
    case leavesVerified(SegmentID, length: Int, from: PeerID)
    case leavesUnavailable(SegmentID, from: PeerID)
    case chunkVerified(SegmentID, chunk: Int, from: PeerID)
    case requestEnded(SegmentID, ChunkRun, from: PeerID, Schedule.Refusal)
    case originStarted(SegmentID, length: Int?)
    case originReceived(SegmentID, count: Int)
    case originFinished(SegmentID)
    case originFailed(SegmentID, retryAfter: Duration?)
}

extension ScheduleInput {
    /// Gives the input; returns what `chunkVerified` answers, and nil for all others.
    func give(
        to schedule: inout Schedule, at now: Moment, into actions: inout [Schedule.Action]
    ) -> Bool? {
        switch self {
        case .timedOut: schedule.timedOut(at: now, into: &actions)
        case .slotAssigned(let slot, let viewers, let edges):
            schedule.slotAssigned(
                slot: slot, viewers: viewers, edges: edges, at: now, into: &actions)
        case .ownersNeeded(let count): schedule.ownersNeeded(count, at: now, into: &actions)
        case .peersEnabled(let enabled): schedule.peersEnabled(enabled, at: now, into: &actions)
        case .trackDescribed(let track, let timings, let isLive):
            schedule.trackDescribed(
                track, segments: timings, isLive: isLive, at: now, into: &actions)
        case .trackKeptFromPeers(let track):
            schedule.trackKeptFromPeers(track, at: now, into: &actions)
        case .tracksSelected(let tracks): schedule.tracksSelected(tracks, at: now, into: &actions)
        case .playerMoved(let state): schedule.playerMoved(state, at: now, into: &actions)
        case .playerReported(let report): schedule.playerReported(report, at: now, into: &actions)
        case .playerRequested(let segment, let hints):
            schedule.playerRequested(segment, hints: hints, at: now, into: &actions)
        case .playerReleased(let segment):
            schedule.playerReleased(segment, at: now, into: &actions)
        case .segmentDropped(let segment):
            schedule.segmentDropped(segment, at: now, into: &actions)
        case .peerJoined(let peer, let uploads, let isEdge):
            schedule.peerJoined(peer, uploads: uploads, isEdge: isEdge, at: now, into: &actions)
        case .peerLeft(let peer): schedule.peerLeft(peer, at: now, into: &actions)
        case .peerMoved(let peer, let state):
            schedule.peerMoved(peer, to: state, at: now, into: &actions)
        case .peerHas(let peer, let held): schedule.peerHas(peer, held, at: now, into: &actions)
        case .peerReceives(let peer, let segment, let chunks):
            schedule.peerReceives(peer, segment, chunks: chunks, at: now, into: &actions)
        case .peerEvicted(let peer, let evicted):
            schedule.peerEvicted(peer, evicted, at: now, into: &actions)
        case .leavesVerified(let segment, let length, let peer):
            schedule.leavesVerified(segment, length: length, from: peer, at: now, into: &actions)
        case .leavesUnavailable(let segment, let peer):
            schedule.leavesUnavailable(segment, from: peer, at: now, into: &actions)
        case .chunkVerified(let segment, let chunk, let peer):
            return schedule.chunkVerified(
                segment, chunk: chunk, from: peer, at: now, into: &actions)
        case .requestEnded(let segment, let run, let peer, let refusal):
            schedule.requestEnded(segment, run, from: peer, refusal, at: now, into: &actions)
        case .originStarted(let segment, let length):
            schedule.originStarted(segment, length: length, at: now, into: &actions)
        case .originReceived(let segment, let count):
            schedule.originReceived(segment, count: count, at: now, into: &actions)
        case .originFinished(let segment):
            schedule.originFinished(segment, at: now, into: &actions)
        case .originFailed(let segment, let retryAfter):
            schedule.originFailed(segment, retryAfter: retryAfter, at: now, into: &actions)
        }
        return nil
    }
}
