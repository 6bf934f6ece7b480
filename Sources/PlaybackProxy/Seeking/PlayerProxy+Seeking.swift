import EventLoop
import Manifests
import Origin
import Primitives

/// What players of a site ask for that no playlist read here has named.
extension PlayerProxy {
    /// Reads the playlists of the content until one names what is there; `then` hears whether one does.
    func seek(_ uri: ResolvedURI, then: @escaping MediaSeekers.Seeker) {
        guard let number = seekers?.add(then) else { return then(self, false) }
        search { $0.look(for: uri, as: number, at: $1, into: &$2) }
    }

    func noteRead(_ playlist: HLSPlaylist, _ change: MappedPlaylist.Change, at uri: ResolvedURI) {
        if let media = playlist.media {
            seekers?.search.read(uri, isEnded: !media.isLive, at: loop.now)
        } else {
            let named = Set((change.mappings.first?.playlists ?? [:]).values)
            seekers?.search.read(uri, naming: named, at: loop.now)
        }
    }

    /// Nobody is left to wait for what is not read any more.
    func endSearch() {
        for seeker in seekers?.removeAll() ?? [] { seeker(self, false) }
        seekers = nil
    }

    private func search(_ input: (inout MediaSearch, Moment, inout [MediaSearch.Action]) -> Void) {
        guard var search = seekers?.search else { return }
        var actions: [MediaSearch.Action] = []
        input(&search, loop.now, &actions)
        seekers?.search = search
        for action in actions {
            switch action {
            case .fetch(let playlist): fetchSought(playlist)
            case .found(let number): seekers?.remove(number)?(self, true)
            case .missed(let number): seekers?.remove(number)?(self, false)
            }
        }
    }

    private func fetchSought(_ playlist: ResolvedURI) {
        let resource = naming.root == playlist ? Resource.root(playlist) : .playlist(playlist)
        let request = playlistRequest(for: playlist, DeliveryDirectives(query: nil))
        _ = playlists.assumeIsolated {
            $0.fetch(request) { [weak self] answer in
                self?.assumeIsolated { $0.sought(answer, resource) }
            }
        }
    }

    private func sought(_ answer: PlaylistAnswer, _ resource: Resource) {
        switch answer {
        case .playlist(let response, let body):
            return read(body, response, of: resource) { player, _ in
                player.endedSearch(of: resource)
            }
        case .other(let response, let body):
            if response.status == 200, let manifest = parseManifest(body, response) {
                take(manifest, naming: nil, response, as: resource)
            }
        case .media, .failed:
            break
        }
        endedSearch(of: resource)
    }

    private func endedSearch(of resource: Resource) {
        search { search, now, actions in
            search.ended(resource.uri, at: now, into: &actions) { self.knows($0) }
        }
    }
}
