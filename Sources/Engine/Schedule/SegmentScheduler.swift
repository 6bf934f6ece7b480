import EventLoop
import PeerWire
import Primitives
import SwarmCore

/// Feeds one session's `Schedule`, and carries out what it decides.
actor SegmentScheduler {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Carries out the actions of the same names; all on the loop.
    struct Links: Sendable {
        let fetchFromOrigin: @Sendable (SegmentID, _ offset: Int, _ end: Int?, OriginReason) -> Void
        let cancelOrigin: @Sendable (SegmentID) -> Void
        let requestLeaves: @Sendable (SegmentID, PeerID) -> Void
        let requestChunks: @Sendable (SegmentID, ChunkRun, PeerID, _ deadline: Moment) -> Void
        let cancelChunks: @Sendable (SegmentID, ChunkRun, PeerID) -> Void
        let tellRumour: @Sendable (SegmentID) -> Void
    }

    private nonisolated let loop: UVEventLoop
    private let links: Links
    private var schedule: Schedule
    private var actions: [Schedule.Action] = []
    private var performed = 0
    private var timer: LoopTimer?

    init(schedule: Schedule, links: Links, on loop: UVEventLoop) {
        self.schedule = schedule
        self.links = links
        self.loop = loop
    }

    func start() {
        timer = LoopTimer(on: loop) { [weak self] in
            self?.assumeIsolated { $0.feed { $0.timedOut(at: $1, into: &$2) } }
        }
    }

    func close() {
        timer?.close()
        timer = nil
    }

    /// Where playback is, as far as anybody knows.
    var position: Duration { schedule.position(at: loop.now) ?? .zero }

    /// The player here, as far as it is known.
    var player: PlayerState? { schedule.playerState(at: loop.now) }

    /// Every peer, as far as it is known.
    var peerSights: [PeerSight] { schedule.peerSights(at: loop.now) }

    /// Whether somebody plays between the peer and the player here.
    func isSomebodyNearer(to peer: PeerID) -> Bool {
        schedule.isSomebodyNearer(to: peer, at: loop.now)
    }

    /// Whether the peers besides one are known to have the segment.
    func stock(of segment: SegmentID, besides peer: PeerID) -> UploadStock {
        schedule.stock(of: segment, besides: peer)
    }

    /// Whether a segment is being fetched or about to be.
    func isWanted(_ segment: SegmentID) -> Bool { schedule.isWanted(segment) }

    /// Whether all peers are to hear of a segment while it arrives.
    func isToldToAll(_ segment: SegmentID) -> Bool { schedule.isToldToAll(segment) }

    /// Gives the schedule one input, and performs its actions before it returns.
    ///
    /// An action may cause the next input at once; its actions then follow in order, performed by
    /// the call that is already under way.
    func feed(_ input: (inout Schedule, Moment, inout [Schedule.Action]) -> Void) {
        let isNested = performed < actions.count
        input(&schedule, loop.now, &actions)
        guard !isNested else { return }
        while performed < actions.count {
            let action = actions[performed]
            perform(action)
            performed += 1
        }
        actions.removeAll(keepingCapacity: true)
        performed = 0
        if let deadline = schedule.nextDeadline() {
            timer?.arm(at: deadline)
        } else {
            timer?.disarm()
        }
    }

    private func perform(_ action: Schedule.Action) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, let reason):
            links.fetchFromOrigin(segment, offset, end, reason)
        case .cancelOrigin(let segment):
            links.cancelOrigin(segment)
        case .requestLeaves(let segment, let peer):
            links.requestLeaves(segment, peer)
        case .requestChunks(let segment, let run, let peer, let deadline):
            links.requestChunks(segment, run, peer, deadline)
        case .cancelChunks(let segment, let run, let peer):
            links.cancelChunks(segment, run, peer)
        case .tellRumour(let segment):
            links.tellRumour(segment)
        }
    }
}
