import Manifests
import Primitives

/// What an edge node knows of a content without a player: it reads the playlists that others play.
///
/// The root is read once, to learn which tracks there are; then the playlist of each track that is in use,
/// again and again while it is live. What nobody plays costs the origin nothing.
struct FollowedPlaylists: Sendable {
    enum Action: Hashable, Sendable {
        /// The answer is `named`, `read`, `isNone` or `failed`.
        case fetch(ResolvedURI, awaiting: AwaitedPart? = nil)
        /// These tracks are in use now.
        case select([TrackID])
    }

    /// A track that nobody has shown to play for this long is in use no more.
    private static let patience = Duration.seconds(60)

    private let root: ResolvedURI
    private var isRootKnown = false
    private var reloads: [ResolvedURI: PlaylistReload] = [:]
    private var tracks: [TrackID: ResolvedURI] = [:]
    private var uses: [TrackID: Moment] = [:]

    init(root: ResolvedURI, at now: Moment) {
        self.root = root
        reloads[root] = PlaylistReload(at: now)
    }

    /// When `timedOut` is next due.
    var deadline: Moment? {
        let ends = uses.values.map { $0 + Self.patience }
        return (followed.compactMap { reloads[$0]?.due } + ends).min()
    }

    /// Somebody plays the track; of one that no playlist names nothing can be known.
    mutating func used(_ track: TrackID, at now: Moment, into actions: inout [Action]) {
        guard let playlist = tracks[track] else { return }
        guard uses.updateValue(now, forKey: track) == nil else { return }
        actions.append(.select(uses.keys.sorted()))
        if reloads[playlist] == nil { reloads[playlist] = PlaylistReload(at: now) }
        fetchDue(at: now, into: &actions)
    }

    /// A multivariant playlist names these media playlists.
    mutating func named(_ playlists: [TrackID: ResolvedURI], by uri: ResolvedURI) {
        tracks.merge(playlists) { _, new in new }
        isNone(uri)
    }

    /// A media playlist was read, for whomever; it may describe parts of the track as well.
    mutating func read(
        _ version: PlaylistReload.Version, of track: TrackID, parts: TrackID? = nil,
        at uri: ResolvedURI, at now: Moment
    ) {
        read(version, ofAll: [track] + (parts.map { [$0] } ?? []), at: uri, at: now)
    }

    /// A playlist of several tracks was read, which is what an MPD is.
    mutating func read(
        _ version: PlaylistReload.Version, ofAll tracks: [TrackID], at uri: ResolvedURI,
        at now: Moment
    ) {
        if uri == root { isRootKnown = true }
        for track in tracks { self.tracks[track] = uri }
        reloads[uri, default: PlaylistReload(at: now)].loaded(version, at: now)
    }

    /// There is no media playlist there.
    mutating func isNone(_ uri: ResolvedURI) {
        if uri == root { isRootKnown = true }
        reloads[uri] = nil
    }

    mutating func failed(_ uri: ResolvedURI, at now: Moment) { reloads[uri]?.failed(at: now) }

    mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        let before = uses.count
        uses = uses.filter { $0.value + Self.patience > now }
        if uses.count != before { actions.append(.select(uses.keys.sorted())) }
        fetchDue(at: now, into: &actions)
    }

    private mutating func fetchDue(at now: Moment, into actions: inout [Action]) {
        for uri in followed {
            guard let due = reloads[uri]?.due, due <= now else { continue }
            reloads[uri]?.began(at: now)
            actions.append(.fetch(uri, awaiting: reloads[uri]?.awaited))
        }
    }

    private var followed: [ResolvedURI] {
        (isRootKnown ? [] : [root]) + uses.keys.sorted().compactMap { tracks[$0] }
    }
}
