import Crypto
import Engine
import EventLoop
import LocalHTTP
package import Manifests
import Origin
import Primitives
import SwarmCore

/// One player session's side of the proxy: what was minted for it, and how each of it is answered.
package actor PlayerProxy {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    nonisolated let loop: UVEventLoop
    nonisolated let naming: PathNaming
    let session: SwarmSession
    let client: OriginClient
    let keys: ContentKeys
    private let listener: HostRule
    private(set) var originHeaders: OriginHeaders
    /// Tracks of which the segments are low-latency parts.
    var partTracks: Set<TrackID> = []
    var privateHosts = PrivateHostRule()
    var resources: ResourceMap
    /// Long playlists that are being read, and what else has come of them meanwhile.
    var readings: [Resource: PlaylistReading] = [:]
    /// The playlists that were read, as long as something leads to them.
    var mapped: [Resource: MappedPlaylist] = [:]
    /// Counts what was given for all playlists, so that no two that differ share a number.
    var versions = 0
    /// What the multivariant playlist says of those that it names.
    var variables = HLSVariables.none
    var bitrates: [ResolvedURI: Int] = [:]
    var families: [ResolvedURI: TrackFamily] = [:]
    var pathways = Pathways()
    /// Where the multivariant playlist was found.
    var multivariantBase: ResolvedURI?
    lazy var files = makeFiles()
    lazy var roots = RootListSearch(session: session, client: client, keys: keys, on: loop) {
        [weak self] bytes in self?.assumeIsolated { $0.count(bytes) }
    }
    var missing = MissingMedia()
    let playlists: PlaylistFetches
    var dash = DASHState()
    /// Reads playlists by itself, at an edge node.
    var follower: PlaylistFollower?
    /// What is fetched for a player that is still to come.
    var preload = Preload()
    /// A film that is fetched before anybody plays it.
    var whole: WholeFilm?
    /// Who asks a site for what no playlist that was read here has named.
    var seekers: MediaSeekers?
    /// What the players of a site get alike, and what of that is on its way.
    var shared = SharedFiles()
    var sharedFetches: [SharedFiles.Subject: BodyFetch] = [:]
    let given = GivenSegments()
    var givenTimer: LoopTimer?
    /// When the engine last heard that a player was given what was ready.
    var lastGiven: Moment?
    private var starved: (@Sendable () -> Void)?
    private var refused: (@Sendable () -> Void)?

    /// Nothing is added to media playlists any more, although they may not say so.
    package var endsPlaylists = false

    init(
        session: SwarmSession, client: OriginClient, keys: ContentKeys, listener: HostRule,
        originHeaders: OriginHeaders, naming: PathNaming, on loop: UVEventLoop
    ) {
        self.naming = naming
        seekers = naming.root.map(MediaSeekers.init)
        resources = ResourceMap(isFoundByURI: naming.isShared)
        self.session = session
        self.client = client
        self.keys = keys
        self.listener = listener
        self.originHeaders = originHeaders
        self.loop = loop
        playlists = PlaylistFetches(client: client, on: loop) { [ledger = session.ledger] bytes in
            ledger.assumeIsolated { $0.enter { $0.passedThrough(bytes) } }
        }
        session.assumeIsolated { $0.useOriginHeaders(originHeaders) }
    }

    /// The path at which the player opens what the application named, of that type if it says so.
    package func rootPath(for uri: ResolvedURI, mimeType: String? = nil) -> String {
        files.assumeIsolated { $0.declare(.root(uri), mimeType: mimeType) }
        if let host = uri.origin?.host { privateHosts.applicationNames(host) }
        return path(.root(uri))
    }

    /// `onWord` is called on the loop with each request in which a player says that it ran out of media.
    package func onStarvation(_ onWord: @escaping @Sendable () -> Void) { starved = onWord }

    /// `onWord` is called on the loop with each 401 or 403 of the origin's that a player is given.
    package func onRefusal(_ onWord: @escaping @Sendable () -> Void) { refused = onWord }

    func answer(_ unheard: Answer, at path: ProxyPath) {
        var answer = unheard
        answer.onRefusal = refused
        guard let named = resources.resource(path.id) else { return answer.refuse(404) }
        let resource = cloned(named, query: answer.exchange.request.query)
        if below(resource, path.name, answer) { return }
        guard !path.name.contains("/") else { return answer.refuse(404) }
        useHeaders(of: answer.exchange.request)
        if answer.exchange.request.saysStarved { starved?() }
        preload.isOver = true
        if let missing = missing.answer(for: resource.uri, at: loop.now) {
            return answer.give(missing)
        }
        self.answer(answer, with: resource)
    }

    func answer(_ answer: Answer, with resource: Resource) {
        switch resource {
        case .root, .playlist:
            guard !files.assumeIsolated({ $0.answers(resource, answer) }) else { return }
            playlist(resource, answer)
        case .segment(let segment, _):
            self.segment(segment, resource, answer)
        case .segmentedFile:
            segmentedFile(resource, answer)
        case .file:
            file(resource, answer)
        case .steering:
            steering(resource, answer)
        case .site:
            answer.refuse(404)
        }
    }

    // MARK: - Playlists

    func playlist(_ resource: Resource, _ answer: Answer) {
        let request = answer.exchange.request
        let ticket = fetch(
            resource.uri, DeliveryDirectives(query: request.query), request.note
        ) { [weak self] outcome in
            self?.assumeIsolated { $0.fetched(outcome, resource, answer) }
        }
        answer.exchange.onClosed { [playlists] _ in
            playlists.assumeIsolated { $0.cancel(ticket) }
        }
    }

    private func fetched(
        _ outcome: PlaylistAnswer, _ resource: Resource, _ answer: Answer
    ) {
        switch outcome {
        case .playlist(let response, let body):
            give(body, response, resource, answer)
        case .other(let response, let body):
            let manifest = ContentTypeRule.manifest(
                contentType: response.first("Content-Type"), firstBytes: body)
            if response.status == 200, manifest == .dash {
                giveManifest(body, response, resource, answer)
            } else if response.status == 200 {
                passThrough(resource, answer)
            } else {
                let type = response.first("Content-Type").map { [("Content-Type", $0)] } ?? []
                answer.give(response.status, type, body)
            }
        case .media(let response):
            let isPage = response.first("Content-Type")?.lowercased().hasPrefix("text/") ?? false
            guard case .root = resource, !isPage else { return passThrough(resource, answer) }
            files.assumeIsolated { $0.serve(resource, answer) }
        case .failed:
            answer.refuse(502)
        }
    }

    func path(_ resource: Resource) -> String {
        let id = resources.id(of: resource)
        switch naming {
        case .minted(let token):
            // What is no place at an origin has no name there.
            let name = resource.uri.origin == nil ? "/" : resource.uri.path
            return ProxyPath(token: token, id: id, originPath: name).text
        case .site(let naming, _, let marker):
            switch resource {
            // Players make paths of their own below a site.
            case .root(let uri), .site(let uri): return naming.path(of: uri)
            case .playlist(let uri): return naming.path(ofPlaylist: uri, from: marker)
            case .segment, .segmentedFile, .file, .steering:
                return naming.path(ofMedia: resource.uri, from: marker)
            }
        }
    }

    // MARK: - Media

    /// The segment is known by `name`, where that is not what it is asked for by.
    func segment(
        _ segment: SegmentID, _ resource: Resource, named name: ResolvedURI? = nil,
        _ answer: Answer
    ) {
        let request = answer.exchange.request
        let name = name ?? resource.uri
        let tag = EntityTag(segment: segment, at: name)
        let isRange = tag.allowsRange(ifRange: request.first("If-Range"))
        let range = isRange ? ByteRangeRequest(header: request.first("Range")) : nil
        // Nothing of it has to be fetched to say how long it is.
        guard request.method == "GET", knows(segment, at: name, nil) else {
            return passThrough(resource, range, tag: tag, answer)
        }
        let response = response(
            to: answer, range.map { .range($0) } ?? .whole, of: resource,
            headers: [("ETag", tag.text)]
        ) { player in
            player.passThrough(resource, range, tag: tag, patience: .none, answer)
        }
        response.assumeIsolated { $0.begin(segment) }
    }

    func knows(_ segment: SegmentID, at uri: ResolvedURI, _ range: Range<Int>?) -> Bool {
        let bytes = range.flatMap { ByteRange(offset: $0.lowerBound, length: $0.count) }
        let key = keys.segment(
            at: uri, byteRange: bytes, kind: partTracks.contains(segment.track) ? .part : .segment)
        return session.assumeIsolated { $0.knows(segment, as: key) }
    }

    private func segmentedFile(_ resource: Resource, _ answer: Answer) {
        let request = answer.exchange.request
        guard request.method == "GET", let file = resources.file(resource),
            case .closed(let first, let last)? = ByteRangeRequest(header: request.first("Range")),
            last < .max, let segment = file.segments[first..<last + 1],
            file.head != nil || partTracks.contains(segment.track),
            knows(segment, at: resource.uri, first..<last + 1)
        else { return stretch(of: resource, answer) }
        // A file of which parts are listed is still growing.
        let length = partTracks.contains(segment.track) ? nil : file.head?.length
        let response = response(
            to: answer, .part(first..<last + 1, ofFile: length), of: resource, headers: []
        ) { player in
            player.passThrough(
                resource, .closed(first: first, last: last), patience: .none, answer)
        }
        response.assumeIsolated { $0.begin(segment) }
    }

    /// `otherwise` answers instead, when the engine could not have the segment by any means.
    func response(
        to answer: Answer, _ wanted: SegmentResponse.Wanted, of resource: Resource,
        headers: [(String, String)],
        otherwise: @escaping @Sendable (isolated PlayerProxy) -> Void
    ) -> SegmentResponse {
        let type = MediaType.ofSegment(named: resource.uri.lastPathComponent)
        return SegmentResponse(
            session: session, answer: answer, wanted: wanted,
            headers: headers + (type.map { [("Content-Type", $0)] } ?? []), on: loop,
            onMissing: { [weak self] missing in
                self?.assumeIsolated { $0.noteMissing(missing, resource) }
            },
            onGiven: onGiven
        ) { [weak self] in
            guard let self else { return answer.refuse(502) }
            assumeIsolated(otherwise)
        }
    }

    func passThrough(_ resource: Resource, _ answer: Answer) {
        let range = ByteRangeRequest(header: answer.exchange.request.first("Range"))
        passThrough(resource, range, answer)
    }

    /// The origin is asked once where the engine has been patient already.
    func passThrough(
        _ resource: Resource, _ range: ByteRangeRequest?, tag: EntityTag? = nil,
        patience: OriginAttempts.Patience = .untilHead, _ answer: Answer
    ) {
        let uri = resource.uri
        var asked = OriginRequest(url: uri.text, headers: originHeaders.headers(for: uri))
        asked.method = answer.exchange.request.method == "HEAD" ? .head : .get
        asked.byteRange = OriginRange(range)
        // A request that the engine has tried first has been told of by that.
        if patience != .none, let note = answer.exchange.request.note {
            asked = note.added(to: asked)
        }
        let response = PassThrough(
            answer: answer, tag: tag,
            type: tag == nil ? nil : MediaType.ofSegment(named: uri.lastPathComponent), on: loop,
            onHead: { [weak self] response in
                self?.assumeIsolated { $0.learnHead(of: resource, from: response) }
                return false
            },
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.count(bytes) } },
            onMissing: { [weak self] missing in
                self?.assumeIsolated { $0.noteMissing(missing, resource) }
            })
        response.assumeIsolated { $0.begin(asked, patience: patience, client: client) }
    }

    private func noteMissing(_ answer: MissingMedia.Answer, _ resource: Resource) {
        missing.note(answer, at: resource.uri, at: loop.now)
    }

    /// Looks for what vouches for the segments, if the application has opened this.
    func lookForRoots(of resource: Resource, at base: ResolvedURI, version: FileVersion? = nil) {
        guard case .root = resource else { return }
        roots.assumeIsolated { [originHeaders] in
            $0.look(for: RootListSearch.Subject(base: base, version: version)) {
                originHeaders.headers(for: $0)
            }
        }
    }

    func useHeaders(of request: HTTPRequest) {
        // What all players get is not asked for with the credentials of one.
        guard !naming.isShared else { return }
        originHeaders.playerSends(
            HeaderForwarding.upstream(request.headers, listener: listener)
                .map { (name: $0.0, value: $0.1) })
        session.assumeIsolated { [originHeaders] in $0.useOriginHeaders(originHeaders) }
    }

    func count(_ bytes: Int) {
        session.ledger.assumeIsolated { $0.enter { $0.passedThrough(bytes) } }
    }
}

extension OriginRange {
    init?(_ request: ByteRangeRequest?) {
        switch request {
        case .closed(let first, let last)?: self = .closed(first...last)
        case .from(let first)?: self = .from(first)
        case .suffix(let count)?: self = .suffix(count)
        case nil: return nil
        }
    }
}
