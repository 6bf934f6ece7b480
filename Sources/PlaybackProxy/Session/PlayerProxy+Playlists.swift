import Engine
import LocalHTTP
import Manifests
import Origin
import Primitives

extension PlayerProxy {
    /// Gives the player the playlist that the origin has answered with.
    func give(
        _ body: [UInt8], _ response: OriginResponse, _ resource: Resource, _ answer: Answer
    ) {
        read(body, response, of: resource) { player, playlist in
            player.give(playlist, response, resource, answer)
        }
    }

    private func give(
        _ playlist: HLSPlaylist?, _ response: OriginResponse, _ resource: Resource,
        _ answer: Answer
    ) {
        let request = answer.exchange.request
        guard let playlist else {
            if naming.isShared { return passThrough(resource, answer) }
            // What is not understood is read where its relative URIs mean something.
            return answer.give(307, [("Location", resource.uri.text)], [])
        }
        let (cmcd, asked) = CMCD.divide(request.query)
        let missing = PlaylistQueryRule(playlist).missing(from: asked, base: playlist.base)
        // The base has the player's CMCD, too, unless a redirect took it away.
        if let query = CMCD.divide(missing).rest {
            let target = "\(request.path)?\(query)" + (cmcd.map { "&\($0)" } ?? "")
            return answer.give(307, [("Location", target)], [])
        }
        guard let mapped = mapped[resource] else { return answer.refuse(502) }
        let tag = EntityTag(version: mapped.version)
        let type = ContentTypeRule.contentType(
            origin: response.first("Content-Type"), manifest: .hls)
        let headers =
            HeaderForwarding.downstream(
                response.headers.map { ($0.name, $0.value) }, isRewritten: true)
            + [("Content-Type", type ?? "application/vnd.apple.mpegurl"), ("ETag", tag.text)]
        if tag.matches(ifNoneMatch: request.first("If-None-Match")) {
            answer.give(304, [("ETag", tag.text)], [])
        } else {
            answer.give(200, headers, mapped.rewritten)
        }
    }

    func settings(for playlist: HLSPlaylist, _ resource: Resource) -> MappedPlaylist.Settings {
        let known = pathways.original(of: resource.uri)
        return MappedPlaylist.Settings(
            uri: resource.uri, bitrate: bitrates[known], family: families[known] ?? .main,
            // The paths of a site have their queries anyway.
            keepingQueries: !naming.isShared && PlaylistQueryRule(playlist).isUsed, keys: keys,
            path: { self.path($0) }, number: { self.resources.number(of: $0) })
    }

    /// Takes in what a playlist names; `map` maps the version that was read last.
    ///
    /// What it returns is still to be told to the engine.
    func take(
        _ playlist: HLSPlaylist, _ resource: Resource,
        _ map: (inout MappedPlaylist) -> MappedPlaylist.Change
    ) -> MappedPlaylist.Change {
        // Taken out, so that it is changed where it is.
        var version = mapped.removeValue(forKey: resource) ?? MappedPlaylist()
        let change = map(&version)
        if change.isOther {
            versions += 1
            version.version = versions
        }
        mapped[resource] = version
        names(of: resource, added: change.added, left: change.left)
        let first = playlist.media?.mediaSequence ?? 0
        let firstPart = PartNumber(segment: first, index: 0)?.value ?? 0
        let isLive = playlist.media?.isLive ?? false
        for mapping in change.mappings {
            resources.read(files: mapping.files, from: first, isLive: isLive)
            resources.read(files: mapping.partFiles, from: firstPart, isLive: isLive)
            allow(mapping.hosts, from: playlist.base)
        }
        if playlist.multivariant != nil {
            multivariantBase = playlist.base
            variables = playlist.variables
            bitrates = change.mappings.first?.bitrates ?? [:]
            families = change.mappings.first?.families ?? [:]
        }
        return change
    }

    /// Tells the engine what it has to know of a playlist that was taken in.
    func tell(
        _ change: MappedPlaylist.Change, of playlist: HLSPlaylist, _ resource: Resource,
        _ settings: MappedPlaylist.Settings
    ) {
        describe(change, of: playlist, resource, settings)
        noteRead(playlist, change, of: resource.uri)
        noteRead(playlist, change, at: resource.uri)
        lookForRoots(of: resource, at: playlist.base)
    }

    /// Tells the engine some of a long track that is new to it; false once the rest can be told at once.
    ///
    /// What is left to tell is then `change`.
    func tellMore(
        _ description: inout LongDescription?, of change: inout MappedPlaylist.Change,
        _ resource: Resource
    ) -> Bool {
        guard let part = description?.part() else { return false }
        let known = session.assumeIsolated { $0.revision(of: part.id) }
        // Another playlist of the same track may have been read meanwhile.
        guard known == (part.kept == nil ? nil : mapped[resource]?.revision) else { return false }
        guard description?.isOver == false else {
            change.track = part
            return false
        }
        session.assumeIsolated { session in
            guard part.kept != nil, let known else { return session.describe(part) }
            _ = session.describe(part, after: known)
        }
        mapped[resource]?.revision = session.assumeIsolated { $0.revision(of: part.id) }
        return true
    }

    private func describe(
        _ change: MappedPlaylist.Change, of playlist: HLSPlaylist, _ resource: Resource,
        _ settings: MappedPlaylist.Settings
    ) {
        guard let track = change.track else { return }
        missing.describe(track)
        let isTaken =
            if let last = mapped[resource]?.revision, track.kept != nil {
                session.assumeIsolated { $0.describe(track, after: last) }
            } else {
                false
            }
        // Another playlist of the same track may have been read meanwhile.
        if !isTaken, let all = track.kept == nil ? track : MappedPlaylist.track(playlist, settings)
        {
            session.assumeIsolated { $0.describe(all) }
        }
        mapped[resource]?.revision = session.assumeIsolated { $0.revision(of: track.id) }
        guard let parts = change.parts, let last = playlist.media?.segments.last else { return }
        partTracks.insert(parts.id)
        session.assumeIsolated {
            $0.describe(parts: parts, of: track.id, number: last.number, at: last.start)
        }
    }

    /// Takes in what a playlist names, and drops what is known of those that nothing leads to any more.
    func names(of resource: Resource, added: [Int], left: [Int]) {
        guard resources.read(resource, added: added, left: left) else { return }
        mapped = mapped.filter { resources.knows($0.key) }
        dash.manifests = dash.manifests.filter { resources.knows($0.key) }
    }

    /// Lets what was found at `base` name private hosts, where that is one itself.
    func allow(_ hosts: Set<String>, from base: ResolvedURI) {
        guard let host = base.origin?.host,
            privateHosts.letsPlaylistNamePrivateHosts(from: host)
        else { return }
        for host in hosts { client.allowPrivate(host: host) }
    }
}
