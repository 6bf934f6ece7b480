import Engine
import EventLoop
package import Manifests
import Origin
import Primitives

extension PlayerProxy {
    /// Fetches what a player will ask for first: the manifests that lead to the first segment of the
    /// first track, and that segment; each is given to the player from memory, once.
    ///
    /// It does nothing after a player has asked for anything, or for the second time.
    package func preload(_ root: ResolvedURI) {
        guard !preload.isOver, preload.ticket == nil else { return }
        preloadPlaylist(.root(root))
    }

    func endPreload() {
        preload.isOver = true
        if let ticket = preload.ticket { playlists.assumeIsolated { $0.cancel(ticket) } }
        preload.ticket = nil
        session.assumeIsolated { $0.endPreload() }
    }

    private func preloadPlaylist(_ resource: Resource) {
        let request = playlistRequest(for: resource.uri, DeliveryDirectives(query: nil))
        preload.ticket = playlists.assumeIsolated {
            $0.fetch(request) { [weak self] answer in
                self?.assumeIsolated { $0.preloaded(answer, to: request, resource) }
            }
        }
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
        if let variant = playlist.multivariant?.variants.first {
            guard let uri = playlist.resolved(variant.reference) else { return }
            preloadPlaylist(.playlist(uri))
        } else if let number = playlist.media?.firstPlayed {
            preloadSegment(SegmentID(track: keys.track(at: resource.uri), number: number))
        }
    }

    private func goOn(_ manifest: DASHManifest, _ resource: Resource) {
        guard !preload.isOver,
            let first = manifest.representations.first(where: {
                $0.kind == .main && $0.identity != nil
            }), let track = first.identity.map({ keys.track(at: $0) })
        else { return }
        guard dash.manifests[resource]?.file(of: track) != nil else {
            describeIfNamed(track)
            return preloadFirst(of: track, isLive: manifest.header.isDynamic)
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
        preload.isOver = true
        session.assumeIsolated { $0.preload(segment) }
    }
}
