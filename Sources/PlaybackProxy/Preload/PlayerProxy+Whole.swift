import Engine
import EventLoop
import Manifests
import Primitives

/// What of a film is on its way before anybody plays it.
struct WholeFilm {
    var fetch: WholeFetch
    var readers: [SegmentID: SegmentReader] = [:]
}

/// A film that an operator wants to be here before anybody plays it.
extension PlayerProxy {
    /// Fetches all segments that `root` leads to, unless it is live.
    func fetchWhole(_ root: ResolvedURI) {
        whole = WholeFilm(fetch: WholeFetch(of: root))
        feedWhole { $0.start(into: &$1) }
    }

    private func feedWhole(_ input: (inout WholeFetch, inout [WholeFetch.Action]) -> Void) {
        guard var film = whole else { return }
        var actions: [WholeFetch.Action] = []
        input(&film.fetch, &actions)
        whole = film
        for action in actions {
            switch action {
            case .read(let playlist): readWhole(playlist)
            case .fetch(let segment): open(segment)
            }
        }
    }

    private func readWhole(_ uri: ResolvedURI) {
        let resource = naming.root == uri ? Resource.root(uri) : .playlist(uri)
        let request = playlistRequest(for: uri, DeliveryDirectives(query: nil))
        _ = playlists.assumeIsolated {
            $0.fetch(request) { [weak self] answer in
                self?.assumeIsolated { $0.readWhole(answer, resource) }
            }
        }
    }

    private func readWhole(_ answer: PlaylistAnswer, _ resource: Resource) {
        guard case .playlist(let response, let body) = answer else {
            return feedWhole { $0.read(into: &$1) }
        }
        read(body, response, of: resource) { player, playlist in
            player.take(playlist, resource.uri)
        }
    }

    private func take(_ playlist: HLSPlaylist?, _ uri: ResolvedURI) {
        feedWhole { fetch, actions in
            if let media = playlist?.media, !media.isLive {
                let track = keys.track(at: uri)
                let segments = media.segments.filter { !$0.isGap && $0.byteRange?.length != 0 }
                fetch.listed(
                    segments.map { SegmentID(track: track, number: $0.number) }, into: &actions)
            } else if let playlist, playlist.media == nil {
                var named: Set<ResolvedURI> = []
                _ = playlist.rewriting { reference, uri in
                    if case .playlist = reference.role.treatment { named.insert(uri) }
                    return nil
                }
                fetch.named(named, by: uri)
            }
            fetch.read(into: &actions)
        }
    }

    private func open(_ segment: SegmentID) {
        whole?.readers[segment] = session.assumeIsolated {
            $0.open(segment) { [weak self] in self?.assumeIsolated { $0.look(at: segment) } }
        }
        look(at: segment)
    }

    private func look(at segment: SegmentID) {
        guard let reader = whole?.readers[segment], reader.status.end != nil else { return }
        whole?.readers[segment] = nil
        // With the last byte its fetch is not over yet, and would be ended as one that nobody wants.
        loop.execute { [weak self] in
            self?.assumeIsolated { player in
                player.session.assumeIsolated { $0.release(reader, delivered: 0) }
                player.feedWhole { $0.ended(into: &$1) }
            }
        }
    }

    /// Nothing of it is fetched any more.
    func endWhole() {
        for reader in whole?.readers.values.map({ $0 }) ?? [] {
            session.assumeIsolated { $0.release(reader, delivered: 0) }
        }
        whole = nil
    }
}
