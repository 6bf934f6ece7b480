import PeerWire
package import Primitives
package import SwarmCore

/// Judges a schedule by its inputs and actions alone, never by what it holds inside.
///
/// It keeps the simplest account that can be kept: a set of bytes for each segment, a set of
/// requests for each peer.
package struct ScheduleOracle {
    let configuration: ScheduleConfiguration
    var segments: [SegmentID: SegmentAccount] = [:]
    var peers: [PeerID: PeerAccount] = [:]
    var arePeersEnabled: Bool
    /// Whether a player was given anything.
    var hasPlayed = false
    var now = Moment.start
    /// Segments that the input took out of all windows.
    var goneSegments: Set<SegmentID> = []
    /// Whether the origin is asked in haste since this input.
    var isOriginHurried = false
    var describedTracks: Set<TrackID> = []
    /// Tracks that the origin alone may bring.
    var keptTracks: Set<TrackID> = []
    /// What the schedule did that it must not do.
    private(set) var violations: [String] = []
    /// Moments of the last time-outs, to find a schedule that is busy with itself.
    private var timeouts: [Moment] = []

    /// Time-outs within one second that no schedule of a few segments needs.
    private static let mostTimeouts = 500

    package init(configuration: ScheduleConfiguration, peersEnabled: Bool) {
        self.configuration = configuration
        arePeersEnabled = peersEnabled
    }

    /// Segments that a player waits for.
    package var awaited: [SegmentID] {
        segments.filter { $0.value.isRequested && !$0.value.isComplete }.keys.sorted()
    }

    package func isComplete(_ segment: SegmentID) -> Bool { segments[segment]?.isComplete ?? false }

    package func waitBegan(_ segment: SegmentID) -> Moment? {
        segments[segment].flatMap { $0.isRequested ? $0.requestedAt : nil }
    }

    package var arePeersOn: Bool { arePeersEnabled }

    package func isGivenUp(_ segment: SegmentID) -> Bool { segments[segment]?.isGivenUp ?? false }

    /// Whether the peer was asked for the segment's leaves, so that they may come.
    package func mayGiveLeaves(_ segment: SegmentID, _ peer: PeerID) -> Bool {
        segments[segment]?.leavesOwed.contains(peer) ?? false
    }

    /// Whether the segment is being fetched and the origin has not said or sent anything yet.
    package func mayStart(_ segment: SegmentID) -> Bool {
        guard let fetch = segments[segment]?.fetch else { return false }
        return !fetch.hasStarted && fetch.received == 0
    }

    mutating func violated(_ words: String) { violations.append(words) }

    /// Changes what is known of a segment, entered if it was not.
    mutating func change<Result>(
        _ segment: SegmentID, _ body: (inout SegmentAccount) -> Result
    ) -> Result {
        body(&segments[segment, default: SegmentAccount()])
    }

    // MARK: - After an input

    /// Checks what must hold once an input's actions are known.
    mutating func settle(_ schedule: Schedule, after input: ScheduleInput) {
        for segment in awaited {
            if !schedule.isWanted(segment) { violated("\(segment) is waited for and not wanted") }
            let isFetched = segments[segment]?.fetch != nil
            if !isFetched, !isGivenUp(segment), schedule.deadline == nil {
                violated("\(segment) is waited for without an alarm")
            }
        }
        for (segment, account) in segments {
            if account.fetch != nil, !schedule.isWanted(segment) {
                violated("\(segment) is fetched and not wanted")
            }
            guard !schedule.isWanted(segment) else {
                if account.isComplete { violated("\(segment) is all there and still wanted") }
                continue
            }
            segments[segment]?.asked.removeAll()
            segments[segment]?.leavesAsked.removeAll()
        }
        for (peer, account) in peers {
            for request in account.outstanding {
                if !schedule.isWanted(request.segment) {
                    violated("\(request) is asked of \(peer) and not wanted")
                }
                if keptTracks.contains(request.segment.track) {
                    violated("\(request) is asked of \(peer), of a track kept from peers")
                }
                if isFetched(request) { violated("\(request) is asked of both") }
            }
            if !arePeersEnabled, !account.outstanding.isEmpty {
                violated("\(peer) is asked while peers are off")
            }
        }
        if input == .timedOut { settleTimeout(schedule) }
    }

    private func isFetched(_ request: PeerAccount.Request) -> Bool {
        guard let account = segments[request.segment], let fetch = account.fetch else {
            return false
        }
        // The end of the first segment is asked of peers beside the origin: whoever is faster.
        guard !fetch.isFirst else { return false }
        let bytes = account.bytes(of: request.chunk)
        return bytes.upperBound > fetch.offset && bytes.lowerBound < fetch.end ?? .max
    }

    private mutating func settleTimeout(_ schedule: Schedule) {
        if let deadline = schedule.deadline, deadline <= now {
            violated("the deadline \(deadline) has not moved past \(now)")
        }
        timeouts.append(now)
        timeouts.removeAll { $0 + .seconds(1) < now }
        if timeouts.count > Self.mostTimeouts {
            violated("\(timeouts.count) time-outs within a second")
        }
    }
}
