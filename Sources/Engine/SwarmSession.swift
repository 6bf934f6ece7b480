import Crypto
package import EventLoop
package import Origin
import Manifests
import PeerWire
package import Primitives
package import SwarmCore
import TrackerWire

/// One content as this engine takes part in it: wires the actors together and decides nothing.
package actor SwarmSession {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    nonisolated let loop: UVEventLoop
    let configuration: SessionConfiguration
    let tracker: TrackerClient
    package nonisolated let ledger: DeliveryLedger
    let client: OriginClient
    var catalogue = SegmentCatalogue()
    let uploadShare: UploadShare
    var presence: SessionPresence {
        didSet {
            guard presence.uploads != oldValue.uploads else { return }
            uploader.assumeIsolated { [uploads = presence.uploads] in $0.permit(uploads) }
        }
    }
    var timeline = LiveTimeline()
    var revisions: [TrackID: TrackRevision] = [:]
    /// What players told the CDN with requests that have not reached it yet.
    private var notes: [SegmentID: RequestNote] = [:]
    private var playerToldAt = Moment(nanoseconds: .min)
    private(set) var originHeaders = OriginHeaders(site: nil, application: [])
    var announced: Set<SegmentID> = []
    var arrivals: ArrivalNews
    var shelf = Shelf()
    var observed: IPAddress?
    var diverging = DivergingTracks()
    var audience = Audience()
    /// The k of the tracker's policy.
    var owners = 1
    /// Which segments of peers are held against the origin's.
    var audits = AuditDraw(seed: randomBytes32().prefix64)
    /// The one that is under way.
    var audit: SegmentAudit?
    /// What the tracker was told that was moved.
    var reportedTraffic = TrafficReport()
    /// Reports may have come to the tracker while the session was in no swarm.
    var reportsWhenMember = false
    /// The segments that are fetched for a player that is still to come.
    var preloading: [SegmentReader] = []
    private var trackUsed: (@Sendable (TrackID) -> Void)?
    private var stateChanged: (@Sendable () -> Void)?

    // The parts are made on first use, since their links lead back to the session.
    lazy var store = makeStore()
    lazy var scheduler = makeScheduler()
    lazy var origin = makeOrigin()
    lazy var proofs = makeProofs()
    lazy var pool = makePool()
    lazy var uploader = makeUploader()

    package init(
        configuration: SessionConfiguration, origin: OriginClient, tracker: TrackerClient,
        uploads: UploadShare, on loop: UVEventLoop
    ) {
        self.configuration = configuration
        self.tracker = tracker
        uploadShare = uploads
        self.loop = loop
        client = origin
        arrivals = ArrivalNews(at: loop.now)
        ledger = DeliveryLedger(on: loop)
        presence = SessionPresence(
            swarm: configuration.keys.swarm, isEdge: configuration.isEdge,
            isEnabled: configuration.isP2PEnabled,
            isUploadEnabled: configuration.isUploadEnabled)
        presence.isConsented = configuration.isConsented
    }

    // MARK: - Life

    /// Listens for peers and joins the swarm; on the loop, once.
    package func start() throws {
        scheduler.assumeIsolated { $0.start() }
        proofs.assumeIsolated { $0.start() }
        let interface = configuration.interface
        let port = try pool.assumeIsolated { try $0.listen(on: interface) }
        presence.listens(on: port)
        if presence.isConsented { join() }
        joinDisk()
        uploader.assumeIsolated { [presence] in $0.start(isPermitted: presence.uploads) }
    }

    func join() {
        tracker.assumeIsolated { [announce, content = configuration.contentID] in
            $0.join(announce, content: content) { [weak self] event in
                self?.assumeIsolated { $0.received(event) }
            }
        }
    }

    /// Leaves the swarm and lets go of every socket and timer.
    package func close() {
        let swarm = configuration.keys.swarm
        reportTraffic()
        tracker.assumeIsolated { $0.leave(swarm) }
        leaveDisk()
        pool.assumeIsolated { $0.close() }
        origin.assumeIsolated { $0.close() }
        audit?.assumeIsolated { $0.cancel() }
        uploader.assumeIsolated { $0.close() }
        proofs.assumeIsolated { $0.close() }
        scheduler.assumeIsolated { $0.close() }
        store.assumeIsolated { $0.close() }
        stateChanged = nil
    }

    // MARK: - What the player does

    /// Opens a segment for the player; `onChange` is called on the loop as more becomes readable.
    ///
    /// `hints` is what the player says of itself, `note` how it says it to the CDN.
    package func open(
        _ segment: SegmentID, hints: PlayerHints? = nil, note: RequestNote? = nil,
        onChange: @escaping @Sendable () -> Void
    ) -> SegmentReader {
        let reader = store.assumeIsolated { $0.open(segment, onChange: onChange) }
        noteUse(of: segment)
        let isHere = store.assumeIsolated { $0.completeLength(of: segment) } != nil
        enter { [now = loop.now] in $0.asked(for: segment, isHere: isHere, at: now) }
        notes[segment] = note
        feed { $0.playerRequested(segment, hints: hints, at: $1, into: &$2) }
        fetchFromDisk(segment)
        usedOnDisk(segment)
        tellWherePlayersAre()
        return reader
    }

    /// A player here plays what the segment is of.
    func noteUse(of segment: SegmentID) {
        let start = catalogue.segment(segment)?.start ?? .zero
        if presence.played.asked(for: segment.track, at: start) {
            if trackUsed == nil { select(presence.fetchedAhead) }
            announceChange(isUrgent: true)
        }
        used(segment.track)
    }

    /// What a request shows is no more exact than that, and there may be many at once.
    func tellWherePlayersAre() {
        if loop.now - playerToldAt >= .milliseconds(500) { playerChanged() }
    }

    /// Ends a reader, which has taken so many bytes; a segment that nobody waits for any more is not
    /// fetched on its account.
    package func release(_ reader: SegmentReader, delivered: Int) {
        reader.close()
        enter { $0.delivered(delivered) }
        uploader.assumeIsolated { $0.delivered(delivered) }
        let segment = reader.segment
        guard !store.assumeIsolated({ $0.isRead(segment) }) else { return }
        notes[segment] = nil
        enter { $0.released(segment) }
        feed { $0.playerReleased(segment, at: $1, into: &$2) }
        if !catalogue.isCurrent(segment) { forget(segment) }
    }

    /// Who brings what is opened, as far as that has shown.
    package func source(of segment: SegmentID) -> SegmentSource {
        store.assumeIsolated { $0.source(of: segment) }
            ?? (origin.assumeIsolated { $0.isFetching(segment) } ? .origin : .peers)
    }

    /// Whether a playlist names the segment by this key, so that it can be opened.
    ///
    /// After an encoder's restart an old path may bear a number that means other bytes now.
    package func knows(_ segment: SegmentID, as key: SegmentKey) -> Bool {
        catalogue.key(of: segment) == key
    }

    /// The application's word on its player.
    package func reported(_ report: PlayerReport) {
        feed { $0.playerReported(report, at: $1, into: &$2) }
        playerChanged()
    }

    /// Has somebody else choose the tracks that are fetched ahead: `onUse` is called on the loop whenever
    /// a peer or the player here shows that it plays one.
    package func onTrackUse(_ onUse: @escaping @Sendable (TrackID) -> Void) { trackUsed = onUse }

    func used(_ track: TrackID) { trackUsed?(track) }

    /// Says which tracks are fetched ahead.
    package func select(_ tracks: [TrackID]) {
        feed { $0.tracksSelected(tracks, at: $1, into: &$2) }
    }

    /// Replaces the headers that go with requests to the media origin.
    package func useOriginHeaders(_ headers: OriginHeaders) { originHeaders = headers }

    package var peerCount: Int { pool.assumeIsolated { $0.count } }

    package var peerRefusals: PeerRefusals { pool.assumeIsolated { $0.refusals } }
    /// Whether this engine has nothing to do with a peer any more.
    package func isBanned(_ peer: PeerID) -> Bool { pool.assumeIsolated { $0.isBanned(peer) } }

    // MARK: - Shared by the parts

    /// Tells others where the player is now, however that is known.
    private func playerChanged() {
        guard let player = scheduler.assumeIsolated({ $0.player }) else { return }
        playerToldAt = loop.now
        let shared =
            presence.playing.map { timeline.shared(player.position, on: $0) }
            ?? player.position
        if let progress = presence.moved(player, as: shared, at: loop.now) {
            pool.assumeIsolated { $0.broadcast(.progress(progress)) }
        }
        announceChange(isUrgent: false)
    }

    func feed(
        _ input: @Sendable (inout Schedule, Moment, inout [Schedule.Action]) -> Void
    ) {
        scheduler.assumeIsolated { $0.feed(input) }
    }

    func enter(_ entry: @Sendable (inout Ledger) -> Void) {
        ledger.assumeIsolated { $0.enter(entry) }
    }

    var announce: Announce {
        presence.announce(wanted: pool.assumeIsolated { $0.vacancies })
    }

    func announceChange(isUrgent: Bool) {
        tracker.assumeIsolated { [announce] in $0.update(announce, isUrgent: isUrgent) }
        tellStateChange()
    }

    /// `onChange` is called on the loop whenever peers or what is in the way of them may have changed.
    package func onStateChange(_ onChange: @escaping @Sendable () -> Void) {
        stateChanged = onChange
    }

    func tellStateChange() { stateChanged?() }

    func exchangeChanged() {
        let exchanges = presence.exchanges
        pool.assumeIsolated { $0.setEnabled(exchanges) }
        feed { $0.peersEnabled(exchanges, at: $1, into: &$2) }
        announceChange(isUrgent: true)
    }

    /// Lets go of what memory has no room for.
    func makeRoom() {
        let playhead = scheduler.assumeIsolated { $0.position }
        let isWanted = { [scheduler, shelf] segment in
            scheduler.assumeIsolated { $0.isWanted(segment) } || shelf.isLatest(segment)
        }
        let starts = { [catalogue] segment in catalogue.segment(segment)?.start }
        let victims = store.assumeIsolated {
            $0.evict(playhead: playhead, isWanted: isWanted, start: starts)
        }
        for victim in victims {
            if shelf.contains(victim) {
                // It is still there, and found again when somebody wants it.
                proofs.assumeIsolated { $0.forget(victim) }
            } else {
                drop(victim)
            }
        }
    }

    /// Forgets a segment that no playlist names any more and nobody reads.
    ///
    /// It has left every peer's playlist too, so that none is told: each forgets it by itself.
    func forget(_ segment: SegmentID) {
        catalogue.forget(segment)
        store.assumeIsolated { $0.remove(segment) }
        _ = shelf.remove(segment)
        announced.remove(segment)
        pool.assumeIsolated { $0.outdated(segment) }
        drop(segment)
    }

    /// Forgets a segment: it left the playlist's window, or memory had no room for it.
    func drop(_ segment: SegmentID) {
        feed { $0.segmentDropped(segment, at: $1, into: &$2) }
        proofs.assumeIsolated { $0.forget(segment) }
        withdraw(segment)
    }

    /// Offers the segment to peers no more.
    func withdraw(_ segment: SegmentID) {
        uploader.assumeIsolated { $0.dropped(segment) }
        arrivals.ended(segment)
        guard announced.remove(segment) != nil else { return }
        pool.assumeIsolated { $0.broadcast(.evicted(Evicted(segment)), toThoseWithout: segment) }
    }

    private func makeStore() -> SegmentStore {
        SegmentStore(budget: configuration.memory, on: loop)
    }

    private func makeOrigin() -> SegmentOrigin {
        SegmentOrigin(
            client: client, store: store,
            links: SegmentOrigin.Links(
                request: { [weak self] segment in self?.assumeIsolated { $0.request(segment) } },
                onEvent: { [weak self] segment, event in
                    self?.assumeIsolated { $0.received(event, of: segment) }
                }),
            on: loop)
    }

    private func request(_ segment: SegmentID) -> OriginPlace? {
        catalogue.segment(segment).map { place in
            OriginPlace(
                segment: place, headers: originHeaders.headers(for: ResolvedURI(place.url)),
                note: notes.removeValue(forKey: segment))
        }
    }
}
