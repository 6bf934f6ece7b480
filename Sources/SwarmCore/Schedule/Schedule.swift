package import Primitives

/// Decides who is asked for which bytes, and when: peers while time allows, else the origin.
///
/// Each wanted segment has one state; an input changes what is known, and then the segments it
/// concerns are looked at again, nearest deadline first. The caller carries out the actions of an
/// input before it gives the next one.
package struct Schedule: Sendable {
    let configuration: ScheduleConfiguration
    var arePeersEnabled: Bool
    var election: ElectionScope
    /// Equal reports that attest a segment where no edge node does.
    private var agreement: Int

    var tracks: [TrackID: Track] = [:]
    var selectedTracks: [TrackID] = []
    var playhead: Playhead
    /// When the player last jumped, so that what it then waits for is known to be a seek's.
    var soughtAt: Moment?
    /// Whether anything that a player waited for has been delivered.
    var hasDelivered = false

    var peers: [PeerID: RemotePeer] = [:]
    var origin = OriginEstimate()

    var records: [SegmentID: SegmentRecord] = [:]
    /// Segments with a player waiting for them.
    var requested: Set<SegmentID> = []
    /// The wanted segments that are not complete, nearest deadline first.
    var active: [SegmentID] = []
    /// When time alone brings another segment into the window.
    var horizonAt = Moment.distantFuture

    package init(configuration: ScheduleConfiguration, peersEnabled: Bool) {
        self.configuration = configuration
        arePeersEnabled = peersEnabled
        election = configuration.election
        agreement = configuration.owners
        playhead = Playhead(assumedBuffer: configuration.assumedBuffer)
    }

    /// When `timedOut(at:into:)` is next due, or nil while only other inputs can change anything.
    package var deadline: Moment? {
        let earliest = active.reduce(horizonAt) { min($0, records[$1]?.wakeAt ?? $0) }
        return earliest == .distantFuture ? nil : earliest
    }

    /// Segments that are being fetched or about to be.
    package var wanted: Set<SegmentID> { Set(active) }

    /// Where playback is: the player's place, or that of the last of the peers without a player.
    package func position(at now: Moment) -> Duration? {
        playhead.position(at: now) ?? peers.values.compactMap { $0.position(at: now) }.min()
    }

    package mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        if horizonAt <= now {
            updateHorizon(at: now, into: &actions)
        } else {
            for segment in active where (records[segment]?.wakeAt ?? .distantFuture) <= now {
                plan(segment, at: now, into: &actions)
            }
        }
        checkInvariants()
    }

    /// Members that fetch each segment from the origin.
    var owners: Int { election.owners(agreeing: agreement) }

    /// The tracker's number for this engine among its own kind: edge nodes, or viewers.
    package mutating func slotAssigned(
        slot: Int, viewers: Int, edges: Int, at now: Moment, into actions: inout [Action]
    ) {
        election.slotAssigned(
            slot: slot, viewers: viewers, edges: edges, isEdge: configuration.isEdge)
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// How many members must fetch a segment so that their agreement attests it, without edge nodes.
    package mutating func ownersNeeded(
        _ count: Int, at now: Moment, into actions: inout [Action]
    ) {
        guard count != agreement else { return }
        agreement = count
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// Switches peers on or off; what is outstanding from them when they go off moves to the origin.
    package mutating func peersEnabled(
        _ enabled: Bool, at now: Moment, into actions: inout [Action]
    ) {
        arePeersEnabled = enabled
        if !enabled {
            for segment in active { standDown(segment, keepOrigin: true, into: &actions) }
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }
}
