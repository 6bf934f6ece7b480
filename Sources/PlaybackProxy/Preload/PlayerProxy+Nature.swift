package import Manifests
import Origin

extension PlayerProxy {
    /// Finds out what `root` leads to, by its manifests alone; a player is given them from memory, once.
    ///
    /// `then` comes after the call, and not at all once the session is closed.
    package func findNature(
        of root: ResolvedURI, then: @escaping @Sendable (MediaNature) -> Void
    ) {
        findNature(ofPlaylist: .root(root), then)
    }

    private func findNature(
        ofPlaylist resource: Resource, _ then: @escaping @Sendable (MediaNature) -> Void
    ) {
        let request = playlistRequest(for: resource.uri, DeliveryDirectives(query: nil))
        _ = playlists.assumeIsolated {
            $0.fetch(request) { [weak self] answer in
                self?.assumeIsolated { $0.find(answer, to: request, resource, then) }
            }
        }
    }

    private func find(
        _ answer: PlaylistAnswer, to request: OriginRequest, _ resource: Resource,
        _ then: @escaping @Sendable (MediaNature) -> Void
    ) {
        switch answer {
        case .playlist(let response, let body):
            read(body, response, of: resource) { player, playlist in
                guard let playlist else { return then(.unreadable) }
                player.keep(answer, to: request, for: PreloadLife.of(playlist))
                player.goOn(playlist, of: resource, then)
            }
        case .other(let response, let body):
            guard response.status == 200, let manifest = parseManifest(body, response) else {
                return then(.unreadable)
            }
            take(manifest, naming: nil, response, as: resource)
            keep(answer, to: request, for: PreloadLife.of(manifest.header))
            then(manifest.header.isDynamic ? .live : .onDemand)
        case .media, .failed:
            then(.unreadable)
        }
    }

    private func goOn(
        _ playlist: HLSPlaylist, of resource: Resource,
        _ then: @escaping @Sendable (MediaNature) -> Void
    ) {
        if let media = playlist.media { return then(media.isLive ? .live : .onDemand) }
        // One that names others like itself leads nowhere.
        guard case .root = resource,
            let variant = playlist.multivariant?.variants.first,
            let uri = playlist.resolved(variant.reference)
        else { return then(.unreadable) }
        findNature(ofPlaylist: .playlist(uri), then)
    }
}
