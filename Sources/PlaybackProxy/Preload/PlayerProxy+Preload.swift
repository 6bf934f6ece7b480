import Engine
import EventLoop
import LocalHTTP
package import Manifests
import Origin
import Primitives

extension PlayerProxy {
    /// Fetches what a player will ask for first: the manifests that lead to the first track and to the sound
    /// that belongs to it, and of each its initialization segment and its first segment.
    ///
    /// Each is given to the player from memory, once. It does nothing after a player has asked for
    /// anything, or for the second time.
    package func preload(_ root: ResolvedURI) {
        guard !preload.isOver, !preload.isBegun else { return }
        preload.isBegun = true
        preloadPlaylist(.root(root))
    }

    func endPreload() {
        preload.isOver = true
        playlists.assumeIsolated { [tickets = preload.tickets] playlists in
            for ticket in tickets { playlists.cancel(ticket) }
        }
        preload.tickets = []
        for fetch in preload.fetches { fetch.assumeIsolated { $0.cancel() } }
        preload.fetches = []
        session.assumeIsolated { $0.endPreload() }
    }

    private func preloadPlaylist(_ resource: Resource) {
        let request = playlistRequest(for: resource.uri, DeliveryDirectives(query: nil))
        preload.tickets.append(
            playlists.assumeIsolated {
                $0.fetch(request) { [weak self] answer in
                    self?.assumeIsolated { $0.preloaded(answer, to: request, resource) }
                }
            })
    }

    private func preloaded(
        _ answer: PlaylistAnswer, to request: OriginRequest, _ resource: Resource
    ) {
        switch answer {
        case .playlist(let response, let body):
            read(body, response, of: resource) { player, playlist in
                guard let playlist else { return }
                player.keep(answer, to: request, for: PreloadLife.of(playlist))
                player.goOn(playlist, resource)
            }
        case .other(let response, let body):
            guard response.status == 200, let manifest = parseManifest(body, response) else {
                return
            }
            take(manifest, naming: nil, response, as: resource)
            keep(answer, to: request, for: PreloadLife.of(manifest.header))
            goOn(manifest, resource)
        case .media, .failed:
            // The player asks for itself, and gets whatever the origin says then.
            break
        }
    }

    /// A player that waits for the same answer gets it now; the next is not to get it once more.
    func keep(_ answer: PlaylistAnswer, to request: OriginRequest, for life: Duration) {
        guard !preload.isOver else { return }
        let until = loop.now + life
        playlists.assumeIsolated { $0.keep(answer, to: request, until: until) }
    }

    private func goOn(_ playlist: HLSPlaylist, _ resource: Resource) {
        guard !preload.isOver else { return }
        for reference in playlist.multivariant?.firstPlayed ?? [] {
            guard let uri = playlist.resolved(reference) else { continue }
            preloadPlaylist(.playlist(uri))
        }
        if let media = playlist.media, let number = media.firstPlayed {
            if let reference = media.initSegment(of: number), let uri = playlist.resolved(reference)
            {
                preloadFile(at: uri, reference.byteRange)
            }
            preloadSegment(SegmentID(track: keys.track(at: resource.uri), number: number))
        }
    }

    private func goOn(_ manifest: DASHManifest, _ resource: Resource) {
        guard !preload.isOver else { return }
        for representation in manifest.firstPlayed {
            guard let identity = representation.identity else { continue }
            if let file = representation.initSegment { preloadFile(at: file.uri, file.byteRange) }
            preloadFirst(
                of: keys.track(at: identity), resource, isLive: manifest.header.isDynamic)
        }
    }

    private func preloadFirst(of track: TrackID, _ resource: Resource, isLive: Bool) {
        guard dash.manifests[resource]?.file(of: track) != nil else {
            describeIfNamed(track)
            return preloadFirst(of: track, isLive: isLive)
        }
        openFile(of: track, resource) { [weak self] _ in
            self?.assumeIsolated { $0.preloadFirst(of: track, isLive: false) }
        }
    }

    private func preloadFirst(of track: TrackID, isLive: Bool) {
        let number = session.assumeIsolated {
            isLive ? $0.lastSegment(of: track) : $0.firstSegment(of: track)
        }
        if let number { preloadSegment(SegmentID(track: track, number: number)) }
    }

    private func preloadSegment(_ segment: SegmentID) {
        guard !preload.isOver else { return }
        session.assumeIsolated { $0.preload(segment) }
    }
}
