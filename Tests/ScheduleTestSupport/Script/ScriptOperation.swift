import Primitives
import SwarmCore

/// The first byte of each input in a script.
package enum ScriptOperation: UInt8, CaseIterable, Sendable {
    case timedOut
    case slotAssigned
    case ownersNeeded
    case peersEnabled
    case trackDescribed
    case tracksSelected
    case playerMoved
    case playerReported
    case playerRequested
    case playerReleased
    case segmentDropped
    case peerJoined
    case peerLeft
    case peerMoved
    case peerHas
    case peerReceives
    case peerEvicted
    case leavesVerified
    case leavesUnavailable
    case chunkVerified
    case requestEnded
    case originStarted
    case originReceived
    case originFinished
    case originFailed
    /// What peers and origin were asked for last is delivered as it should be.
    case deliver
    case wait
    case trackKeptFromPeers
}

extension ScriptOperation {
    /// The input with what it needs from the reader; nil for an operation that is none.
    func input(from reader: inout ScriptReader) -> ScheduleInput? {
        switch self {
        case .timedOut: .timedOut
        case .slotAssigned:
            .slotAssigned(slot: reader.byte(), viewers: reader.byte(), edges: reader.byte() % 4)
        case .ownersNeeded: .ownersNeeded(reader.byte() % 5)
        case .peersEnabled: .peersEnabled(reader.byte() & 3 > 0)
        case .trackDescribed:
            .trackDescribed(reader.track(), reader.timings(), isLive: reader.isSet())
        case .tracksSelected:
            .tracksSelected((0..<reader.byte() % 4).map { _ in reader.track() })
        case .playerMoved: .playerMoved(reader.player())
        case .playerReported: .playerReported(reader.report())
        case .playerRequested: .playerRequested(reader.segment(), reader.hints())
        case .playerReleased: .playerReleased(reader.segment())
        case .segmentDropped: .segmentDropped(reader.segment())
        case .peerJoined:
            .peerJoined(reader.peer(), uploads: reader.byte() & 7 > 0, isEdge: reader.isSet())
        case .peerLeft: .peerLeft(reader.peer())
        case .peerMoved: .peerMoved(reader.peer(), reader.remotePlayer())
        case .peerHas: .peerHas(reader.peer(), reader.segments())
        case .peerReceives:
            .peerReceives(reader.peer(), reader.segment(), reader.mask())
        case .peerEvicted: .peerEvicted(reader.peer(), reader.segments())
        case .leavesVerified:
            .leavesVerified(reader.segment(), length: reader.length(), from: reader.peer())
        case .leavesUnavailable: .leavesUnavailable(reader.segment(), from: reader.peer())
        case .chunkVerified:
            .chunkVerified(reader.segment(), chunk: reader.chunk(), from: reader.peer())
        case .requestEnded:
            .requestEnded(
                reader.segment(), reader.run(), from: reader.peer(),
                reader.isSet() ? .absent : .busy(retryAfter: reader.duration()))
        case .originStarted:
            .originStarted(reader.segment(), length: reader.isSet() ? reader.length() : nil)
        case .originReceived: .originReceived(reader.segment(), count: reader.length())
        case .originFinished: .originFinished(reader.segment())
        case .originFailed:
            .originFailed(
                reader.segment(), retryAfter: reader.isSet() ? reader.duration() : nil)
        case .trackKeptFromPeers: .trackKeptFromPeers(reader.track())
        case .deliver, .wait: nil
        }
    }
}
