import Engine
import EventLoop
import LocalHTTP
import Manifests
import Origin
import Primitives

extension PlayerProxy {
    // MARK: - The MPD

    /// Answers with an MPD that leads here; where it is not understood, the player reads it at the origin.
    func giveManifest(
        _ body: [UInt8], _ response: OriginResponse, _ resource: Resource, _ answer: Answer
    ) {
        let request = answer.exchange.request
        var named: Set<Int> = []
        func mint(_ resource: Resource) -> String {
            named.insert(resources.number(of: resource))
            return path(resource)
        }
        guard let host = request.first("Host"), let manifest = parseManifest(body, response),
            let mirror = DASHMirror(
                manifest, at: String(path(resource).prefix { $0 != "?" }), of: "http://\(host)",
                site: { uri in
                    let root = ResolvedURI(uri.site + "/") ?? uri
                    return String(mint(.site(root)).dropLast())
                })
        else {
            if naming.isShared { return passThrough(resource, answer) }
            // Its relative URIs only mean something at the origin, so that is where it is read.
            return answer.give(307, [("Location", resource.uri.text)], [])
        }
        let rewritten = manifest.rewriting(to: mirror) { reference, uri in
            mint(reference.role == .location ? .playlist(uri) : .file(uri))
        }
        take(manifest, naming: named, response, as: resource)
        let tag = EntityTag(content: rewritten)
        let type = ContentTypeRule.contentType(
            origin: response.first("Content-Type"), manifest: .dash)
        let headers =
            HeaderForwarding.downstream(
                response.headers.map { ($0.name, $0.value) }, isRewritten: true)
            + [("Content-Type", type ?? "application/dash+xml"), ("ETag", tag.text)]
        if tag.matches(ifNoneMatch: request.first("If-None-Match")) {
            answer.give(304, [("ETag", tag.text)], [])
        } else {
            answer.give(200, headers, rewritten)
        }
    }

    func parseManifest(_ body: [UInt8], _ response: OriginResponse) -> DASHManifest? {
        ResolvedURI(response.finalURL).flatMap { DASHManifest.parse(body, from: $0) }
    }

    /// Takes in what an MPD says, and tells the engine what is new of the tracks that are in use.
    ///
    /// `named` are the numbers of all that it leads to, or nil if nobody reads it here.
    func take(
        _ manifest: DASHManifest, naming named: Set<Int>?, _ response: OriginResponse,
        as resource: Resource
    ) {
        let old = dash.manifests[resource]
        let before = old?.named ?? []
        let named = named ?? before
        var opened = OpenManifest(
            manifest, naming: named, keys: keys, date: HTTPDate.now(at: response), at: loop.now)
        if let old { opened.takeOver(from: old) }
        dash.manifests[resource] = opened
        let added = named.subtracting(before)
        let left = before.subtracting(named)
        names(of: resource, added: added.sorted(), left: left.sorted())
        allow(Set(manifest.uris.compactMap { $0.origin?.host }), from: manifest.base)
        for track in dash.described where opened.trackIDs.contains(track) {
            describe(track, asked: nil, resource)
        }
        for track in dash.forgetTracks() {
            let nothing = TrackDescription(id: track, segments: [], isLive: true, bitrate: nil)
            session.assumeIsolated { $0.describe(nothing) }
        }
        noteRead(opened, of: resource.uri)
        lookForRoots(of: resource, at: manifest.base)
    }

    private func describe(_ track: TrackID, asked: DASHSegment?, _ resource: Resource) {
        guard let manifest = dash.manifests[resource], manifest.file(of: track) == nil else {
            return
        }
        let newest = dash.asked(asked, of: track)
        let known = manifest.manifest.header.isDynamic ? newest : asked
        guard
            let description = dash.manifests[resource]?.describe(track, asked: known, at: loop.now)
        else { return }
        dash.described.insert(track)
        missing.describe(description)
        session.assumeIsolated { $0.describe(description) }
    }

    /// Tells the engine of a track that somebody plays, if an MPD has named it.
    func describeIfNamed(_ track: TrackID) {
        guard !dash.described.contains(track),
            let resource = dash.manifests.first(where: { $0.value.trackIDs.contains(track) })?.key
        else { return }
        if dash.manifests[resource]?.file(of: track) != nil {
            openFile(of: track, resource) { _ in }
        } else {
            describe(track, asked: nil, resource)
        }
    }

    // MARK: - What it leads to

    /// Answers for what a player has made a URL of by itself; false if the path is not of that kind.
    func below(_ resource: Resource, _ name: String, _ answer: Answer) -> Bool {
        let request = answer.exchange.request
        let (cmcd, query) = CMCD.divide(request.query)
        let target = name + (query.map { "?\($0)" } ?? "")
        let uri: ResolvedURI?
        switch resource {
        case .root, .playlist:
            guard let opened = dash.manifests[resource], !path(resource).hasSuffix("/\(name)")
            else { return false }
            uri = opened.manifest.base.resolving("./\(target)")
        case .site(let root):
            uri = ResolvedURI(root.site + "/\(target)")
        case .segment, .segmentedFile, .file, .steering:
            return false
        }
        guard let uri else {
            answer.refuse(404)
            return true
        }
        useHeaders(of: request)
        if let missing = missing.answer(for: uri, at: loop.now) {
            answer.give(missing)
            return true
        }
        let others = dash.manifests.keys.filter { $0 != resource }
        for manifest in [resource] + others {
            guard let entry = dash.manifests[manifest]?.entry(at: uri) else { continue }
            give(entry, of: manifest, at: uri, answer)
            return true
        }
        // Nothing that is known leads there: the player may go there by itself.
        let report = cmcd.map { (uri.query == nil ? "?" : "&") + $0 }
        answer.give(307, [("Location", uri.text + (report ?? ""))], [])
        return true
    }

    func give(
        _ entry: DASHDirectory.Entry, of manifest: Resource, at uri: ResolvedURI, _ answer: Answer
    ) {
        switch entry {
        case .other:
            file(.file(uri), answer)
        case .segment(let segment, let index, let base):
            guard let opened = dash.manifests[manifest], let track = opened.track(of: index),
                let name = opened.manifest.representations[index].uri(of: segment, base: 0)
            else { return passThrough(.file(uri), answer) }
            let isOther = dash.manifests[manifest]?.uses(base, of: index) ?? false
            if isOther || !opened.isKnown(segment, of: track) {
                describe(track, asked: segment, manifest)
            }
            let id = SegmentID(track: track, number: segment.number)
            self.segment(id, .segment(id, uri), named: name, answer)
        case .file(let index, let base):
            let track = dash.manifests[manifest]?.track(of: index)
            _ = dash.manifests[manifest]?.uses(base, of: index)
            guard let track, answer.exchange.request.method == "GET" else {
                return passThrough(.file(uri), answer)
            }
            openFile(of: track, manifest) { [weak self] map in
                guard let self else { return answer.refuse(502) }
                assumeIsolated { $0.give(map, at: uri, answer) }
            }
        }
    }
}
