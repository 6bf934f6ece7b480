import EventLoop
import Manifests
import Origin

extension PlayerProxy {
    /// Hears of a playlist that has been taken in, or nil of one that is not understood.
    typealias PlaylistReader = @Sendable (isolated PlayerProxy, HLSPlaylist?) -> Void

    /// Bytes from which a playlist that is new is parsed on another thread.
    private static let long = 1 << 20

    /// Reads a playlist and takes in what it says; versions of one are read in the order in which they
    /// come.
    ///
    /// Most are read at once. Of a window of days the first version is seconds of work: that is done in
    /// between, and `then` is called later.
    func read(
        _ body: [UInt8], _ response: OriginResponse, of resource: Resource,
        then: @escaping PlaylistReader
    ) {
        if readings[resource] != nil {
            readings[resource]?.waiting.append(
                PlaylistReading.Waiting(body: body, response: response, then: then))
            return
        }
        guard let base = ResolvedURI(response.finalURL) else { return then(self, nil) }
        let body = endsPlaylists ? FinishedPlaylist.ending(body) : body
        guard body.count >= Self.long, mapped[resource] == nil else {
            // Taken out, so that it is changed where it is.
            var version = mapped.removeValue(forKey: resource) ?? MappedPlaylist()
            let playlist = version.read(body, from: base, importing: variables)
            mapped[resource] = version
            return parsed(playlist, resource, then)
        }
        readings[resource] = PlaylistReading()
        loop.runOnWorker { [variables] in
            var version = MappedPlaylist()
            let playlist = version.read(body, from: base, importing: variables)
            return (version, playlist)
        } then: { [weak self] version, playlist in
            self?.assumeIsolated {
                $0.mapped[resource] = version
                $0.parsed(playlist, resource, then)
            }
        }
    }

    private func parsed(
        _ playlist: HLSPlaylist?, _ resource: Resource, _ then: @escaping PlaylistReader
    ) {
        guard let playlist else { return ended(nil, resource, then) }
        let settings = settings(for: playlist, resource)
        guard mapped[resource]?.isLong(playlist) ?? false else {
            let change = take(playlist, resource) { $0.map(playlist, settings) }
            tell(change, of: playlist, resource, settings)
            return ended(playlist, resource, then)
        }
        readings[resource, default: PlaylistReading()].work = PlaylistWork(playlist, settings)
        resources.beginReading(naming: playlist.references.count)
        goOn(resource, then)
    }

    /// Does a part of it, and the rest after what else there is to do.
    private func goOn(_ resource: Resource, _ then: @escaping PlaylistReader) {
        // Taken out, so that it is changed where it is.
        guard var work = readings[resource]?.work.take() else { return }
        if var change = readings[resource]?.change.take() {
            var description = readings[resource]?.description.take()
            guard tellMore(&description, of: &change, resource) else {
                tell(change, of: work.playlist, resource, work.settings)
                return ended(work.playlist, resource, then)
            }
            readings[resource]?.change = change
            readings[resource]?.description = description
        } else if !work.goOn() {
            resources.endReading()
            let change = take(work.playlist, resource) { $0.take(work) }
            readings[resource]?.change = change
            readings[resource]?.description = change.track.flatMap(LongDescription.init)
        }
        readings[resource]?.work = work
        loop.execute { [weak self] in self?.assumeIsolated { $0.goOn(resource, then) } }
    }

    private func ended(
        _ playlist: HLSPlaylist?, _ resource: Resource, _ then: PlaylistReader
    ) {
        let reading = readings.removeValue(forKey: resource)
        then(self, playlist)
        for next in reading?.waiting ?? [] {
            read(next.body, next.response, of: resource, then: next.then)
        }
    }
}
