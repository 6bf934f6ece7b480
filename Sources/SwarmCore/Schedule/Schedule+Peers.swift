package import Primitives

extension Schedule {
    package mutating func peerJoined(
        _ peer: PeerID, uploads: Bool, isEdge: Bool, at now: Moment, into actions: inout [Action]
    ) {
        guard peers[peer] == nil else { return }
        peers[peer] = RemotePeer(
            uploads: uploads, isEdge: isEdge,
            window: RequestWindow(largest: configuration.largestPeerWindow))
        election.peerJoined(peer, isEdge: isEdge)
        planAll(at: now, into: &actions)
        checkInvariants()
    }

    /// The peer's channel is closed; what it was asked for goes to others.
    package mutating func peerLeft(
        _ peer: PeerID, at now: Moment, into actions: inout [Action]
    ) {
        guard let gone = peers.removeValue(forKey: peer) else { return }
        election.peerLeft(peer)
        for entry in gone.window.entries {
            records[entry.segment]?.returned(entry.chunk, by: peer, mayAskAgain: true)
        }
        for segment in active where isAskedForLeaves(peer, of: segment) {
            records[segment]?.state = .waiting
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    package mutating func peerMoved(
        _ peer: PeerID, to state: PlayerState, at now: Moment, into actions: inout [Action]
    ) {
        guard peers[peer] != nil else { return }
        peers[peer]?.moved(to: state, at: now)
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// The peer holds these segments, complete and attested, in addition to earlier ones.
    package mutating func peerHas(
        _ peer: PeerID, _ segments: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {
        guard peers[peer] != nil else { return }
        for segment in segments { peers[peer]?.gained(segment) }
        planActive(among: segments, at: now, into: &actions)
        checkInvariants()
    }

    /// The peer is receiving the segment and can already give the chunks below `chunks`.
    package mutating func peerReceives(
        _ peer: PeerID, _ segment: SegmentID, chunks: Int,
        at now: Moment, into actions: inout [Action]
    ) {
        guard peers[peer] != nil else { return }
        peers[peer]?.receives(segment, chunks: chunks)
        planActive(among: [segment], at: now, into: &actions)
        checkInvariants()
    }

    package mutating func peerEvicted(
        _ peer: PeerID, _ segments: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {
        guard peers[peer] != nil else { return }
        for segment in segments { peers[peer]?.lost(segment) }
        planActive(among: segments, at: now, into: &actions)
        checkInvariants()
    }

    func isAskedForLeaves(_ peer: PeerID, of segment: SegmentID) -> Bool {
        if case .askingLeaves(peer, _) = records[segment]?.state { true } else { false }
    }

    private mutating func planActive(
        among segments: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {
        let changed = Set(segments)
        for segment in active where changed.contains(segment) {
            plan(segment, at: now, into: &actions)
        }
    }
}
