package import PeerWire
package import Primitives

/// Decides who is asked for which bytes, and when: peers while time allows, else the origin.
package struct Schedule: Sendable {
    let configuration: ScheduleConfiguration

    package init(configuration: ScheduleConfiguration, peersEnabled: Bool) {
        self.configuration = configuration
    }

    /// When `timedOut(at:into:)` is next due, or nil while only other inputs can change anything.
    package var deadline: Moment? { nil }

    /// Replaces what is known of a track; a live window moves by calling this again.
    package mutating func trackDescribed(
        _ track: TrackID, segments: [SegmentTiming], isLive: Bool,
        at now: Moment, into actions: inout [Action]
    ) {}

    /// Says which tracks the player plays now; only those are fetched ahead.
    package mutating func tracksSelected(
        _ tracks: [TrackID], at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func playerMoved(
        _ state: PlayerState, at now: Moment, into actions: inout [Action]
    ) {}

    /// A player waits for the segment's bytes.
    package mutating func playerRequested(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {}

    /// No player waits for the segment any more.
    package mutating func playerReleased(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func slotAssigned(
        slot: Int, population: Int, at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func peersEnabled(
        _ enabled: Bool, at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func peerJoined(
        _ peer: PeerID, uploads: Bool, isEdge: Bool, at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func peerLeft(
        _ peer: PeerID, at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func peerMoved(
        _ peer: PeerID, to state: PlayerState, at now: Moment, into actions: inout [Action]
    ) {}

    /// The peer holds these segments, complete and attested, in addition to earlier ones.
    package mutating func peerHas(
        _ peer: PeerID, _ segments: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {}

    /// The peer is receiving the segment and can already give the chunks below `chunks`.
    package mutating func peerReceives(
        _ peer: PeerID, _ segment: SegmentID, chunks: Int,
        at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func peerEvicted(
        _ peer: PeerID, _ segments: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {}

    /// The leaves of a segment are known and attested: its chunks can be asked of peers.
    package mutating func leavesVerified(
        _ segment: SegmentID, length: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) {}

    /// The peer has no leaves, or nobody vouches for those it sent.
    package mutating func leavesUnavailable(
        _ segment: SegmentID, from peer: PeerID, at now: Moment, into actions: inout [Action]
    ) {}

    /// A chunk matched its leaf; returns whether it was still missing, so that it is to be kept.
    package mutating func chunkVerified(
        _ segment: SegmentID, chunk: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) -> Bool { false }

    package mutating func requestEnded(
        _ segment: SegmentID, _ run: ChunkRun, from peer: PeerID, _ refusal: Refusal,
        at now: Moment, into actions: inout [Action]
    ) {}

    /// The origin answered; `length` is that of the whole segment, where it is known.
    package mutating func originStarted(
        _ segment: SegmentID, length: Int?, at now: Moment, into actions: inout [Action]
    ) {}

    /// The fetch has delivered `count` bytes since its offset, all of them together.
    package mutating func originReceived(
        _ segment: SegmentID, count: Int, at now: Moment, into actions: inout [Action]
    ) {}

    /// The fetch reached the end of the segment.
    package mutating func originFinished(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {}

    /// The fetch ended early; the bytes reported by `originReceived` stay.
    package mutating func originFailed(
        _ segment: SegmentID, retryAfter: Duration?, at now: Moment, into actions: inout [Action]
    ) {}

    /// The segment's bytes are gone from the store.
    package mutating func segmentDropped(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {}

    package mutating func timedOut(at now: Moment, into actions: inout [Action]) {}
}
