import Engine
import EventLoop
package import Manifests
import Origin
import Primitives

extension PlayerProxy {
    /// Reads what `root` leads to as far as peers play it, so that an edge node needs no player.
    package func follow(_ root: ResolvedURI) {
        let follower = PlaylistFollower(
            root: root,
            links: PlaylistFollower.Links(
                fetch: { [unowned self] uri, awaited in
                    assumeIsolated { $0.reload(uri, awaiting: awaited, from: root) }
                },
                select: { [session] tracks in session.assumeIsolated { $0.select(tracks) } }),
            on: loop)
        self.follower = follower
        session.assumeIsolated {
            $0.onTrackUse { [weak self, weak follower] track in
                self?.assumeIsolated { $0.describeIfNamed(track) }
                follower?.assumeIsolated { $0.feed { $0.used(track, at: $1, into: &$2) } }
            }
        }
        follower.assumeIsolated { $0.start() }
    }

    /// Asks for nothing by itself any more.
    func close() {
        follower?.assumeIsolated { $0.close() }
        follower = nil
        endPreload()
        endSearch()
        endWhole()
        endGiven()
        endShared()
        files.assumeIsolated { $0.close() }
        roots.assumeIsolated { $0.close() }
    }

    /// Tells the follower what a playlist says, whoever had it fetched.
    func noteRead(
        _ playlist: HLSPlaylist, _ change: MappedPlaylist.Change, of uri: ResolvedURI
    ) {
        guard let follower else { return }
        let version = playlist.media.map(PlaylistReload.Version.init)
        let (track, parts) = (change.track?.id, change.parts?.id)
        let named = change.mappings.first?.playlists ?? [:]
        follower.assumeIsolated {
            $0.feed { playlists, now, _ in
                if let version, let track {
                    playlists.read(version, of: track, parts: parts, at: uri, at: now)
                } else {
                    playlists.named(named, by: uri)
                }
            }
        }
    }

    /// The same of an MPD, which is the playlist of all of its tracks.
    func noteRead(_ opened: OpenManifest, of uri: ResolvedURI) {
        let version = PlaylistReload.Version(opened.manifest.header, opened.newest(at: loop.now))
        follower?.assumeIsolated {
            $0.feed { playlists, now, _ in
                playlists.read(version, ofAll: opened.trackIDs, at: uri, at: now)
            }
        }
    }

    private func reload(
        _ uri: ResolvedURI, awaiting awaited: AwaitedPart?, from root: ResolvedURI
    ) -> BodyFetch {
        let request = playlistRequest(for: uri, DeliveryDirectives(awaiting: awaited))
        return PlaylistAnswer.fetch(request, client: client, on: loop) { [weak self] answer in
            self?.assumeIsolated { $0.reloaded(answer, uri, from: root) }
        }
    }

    private func reloaded(
        _ answer: PlaylistAnswer, _ uri: ResolvedURI, from root: ResolvedURI
    ) {
        follower?.assumeIsolated { $0.fetched(uri) }
        switch answer {
        case .playlist(let response, let body):
            count(body.count)
            let resource = uri == root ? Resource.root(uri) : .playlist(uri)
            read(body, response, of: resource) { player, playlist in
                if playlist == nil { player.noteFailed(uri) }
            }
        case .other(let response, let body):
            count(body.count)
            guard response.status == 200, let manifest = parseManifest(body, response) else {
                return noteFailed(uri)
            }
            take(
                manifest, naming: nil, response, as: uri == root ? .root(uri) : .playlist(uri))
        case .media:
            follower?.assumeIsolated { $0.feed { playlists, _, _ in playlists.isNone(uri) } }
            if uri == root { files.assumeIsolated { $0.follow(.root(uri)) } }
        case .failed:
            noteFailed(uri)
        }
    }

    private func noteFailed(_ uri: ResolvedURI) {
        follower?.assumeIsolated { $0.feed { playlists, now, _ in playlists.failed(uri, at: now) } }
    }
}

extension PlaylistReload.Version {
    fileprivate init(_ media: HLSMedia) {
        let newest = media.segments.last
        self.init(
            targetDuration: media.targetDuration, newest: newest?.number,
            newestDuration: newest?.duration, isEnded: !media.isLive,
            awaited: AwaitedPart(following: media))
    }
}

extension PlaylistReload.Version {
    fileprivate init(_ header: DASHHeader, _ newest: DASHSegment?) {
        self.init(
            targetDuration: header.updatePeriod.flatMap { $0 > .zero ? $0 : nil }
                ?? newest?.duration ?? header.longestSegment,
            newest: newest?.number, newestDuration: newest?.duration, isEnded: !header.isDynamic)
    }
}
