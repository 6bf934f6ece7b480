import EventLoop
import Manifests
import Origin
import Primitives

/// Feeds `FollowedPlaylists`, and carries out what it decides.
actor PlaylistFollower {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What the follower has others do; all on the loop.
    struct Links: Sendable {
        /// Begins to fetch a playlist, and returns how to end that early.
        let fetch: @Sendable (ResolvedURI, AwaitedPart?) -> BodyFetch
        let select: @Sendable ([TrackID]) -> Void
    }

    private nonisolated let loop: UVEventLoop
    private let links: Links
    private var playlists: FollowedPlaylists
    private var fetches: [ResolvedURI: BodyFetch] = [:]
    private var timer: LoopTimer?

    init(root: ResolvedURI, links: Links, on loop: UVEventLoop) {
        self.links = links
        self.loop = loop
        playlists = FollowedPlaylists(root: root, at: loop.now)
    }

    func start() {
        timer = LoopTimer(on: loop) { [weak self] in
            self?.assumeIsolated { $0.feed { $0.timedOut(at: $1, into: &$2) } }
        }
        feed { $0.timedOut(at: $1, into: &$2) }
    }

    func close() {
        timer?.close()
        timer = nil
        for fetch in fetches.values { fetch.assumeIsolated { $0.cancel() } }
        fetches = [:]
    }

    /// A fetch that the follower asked for has ended.
    func fetched(_ uri: ResolvedURI) { fetches[uri] = nil }

    func feed(
        _ input: (inout FollowedPlaylists, Moment, inout [FollowedPlaylists.Action]) -> Void
    ) {
        var actions: [FollowedPlaylists.Action] = []
        input(&playlists, loop.now, &actions)
        for action in actions {
            switch action {
            case .fetch(let uri, let awaited): fetches[uri] = links.fetch(uri, awaited)
            case .select(let tracks): links.select(tracks)
            }
        }
        if let deadline = playlists.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }
}
