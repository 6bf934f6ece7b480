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
    /// Known to the player alone, as part of every path.
    nonisolated let token: Redacted<Bytes32>
    let session: SwarmSession
    let client: OriginClient
    private let keys: ContentKeys
    private let listener: HostRule
    private var originHeaders: OriginHeaders
    private var resources = ResourceMap()
    /// Segments that are parts of a file: their ranges, and the file's length once it is known.
    private var ranges: [ResolvedURI: [Range<Int>: SegmentID]] = [:]
    private var fileLengths: [ResolvedURI: Int] = [:]
    /// What the multivariant playlist defines for those that it names.
    private var variables = HLSVariables.none
    /// Roots that turned out to be no playlist: they are not read to find out again.
    private var passedThrough: Set<ResolvedURI> = []

    init(
        session: SwarmSession, client: OriginClient, keys: ContentKeys, listener: HostRule,
        originHeaders: OriginHeaders, on loop: UVEventLoop
    ) {
        token = Redacted(randomBytes32())
        self.session = session
        self.client = client
        self.keys = keys
        self.listener = listener
        self.originHeaders = originHeaders
        self.loop = loop
        session.assumeIsolated { $0.useOriginHeaders(originHeaders) }
    }

    /// The path at which the player opens what the application named.
    package func rootPath(for uri: ResolvedURI) -> String { path(.root(uri)) }

    func answer(_ answer: Answer, id: String) {
        guard let resource = resources.resource(id) else { return answer.refuse(404) }
        useHeaders(of: answer.exchange.request)
        switch resource {
        case .root(let uri):
            if passedThrough.contains(uri) {
                passThrough(uri, answer)
            } else {
                playlist(uri, bitrate: nil, answer)
            }
        case .playlist(let uri, let bitrate):
            playlist(uri, bitrate: bitrate, answer)
        case .segment(let segment, let uri):
            self.segment(segment, uri, answer)
        case .segmentedFile(let uri, _):
            segmentedFile(uri, answer)
        case .file(let uri):
            passThrough(uri, answer)
        }
    }

    // MARK: - Playlists

    private func playlist(_ uri: ResolvedURI, bitrate: Int?, _ answer: Answer) {
        let fetch = PlaylistFetch(on: loop) { [weak self] outcome in
            self?.assumeIsolated { $0.fetched(outcome, uri, bitrate: bitrate, answer) }
        }
        answer.exchange.onClosed { _ in fetch.assumeIsolated { $0.cancel() } }
        let request = OriginRequest(url: uri.text, headers: originHeaders.headers(for: uri))
        fetch.assumeIsolated { $0.begin(request, client: client) }
    }

    private func fetched(
        _ outcome: PlaylistFetch.Outcome, _ uri: ResolvedURI, bitrate: Int?, _ answer: Answer
    ) {
        switch outcome {
        case .playlist(let response, let body):
            count(body.count)
            give(body, response, uri, bitrate: bitrate, answer)
        case .other(let response, let body):
            count(body.count)
            let manifest = ContentTypeRule.manifest(
                contentType: response.first("Content-Type"), firstBytes: body)
            if response.status == 200, manifest == .dash {
                // Its relative URIs only mean something at the origin, so that is where it is read.
                answer.give(307, [("Location", uri.text)], [])
            } else if response.status == 200 {
                passThrough(uri, answer)
            } else {
                let type = response.first("Content-Type").map { [("Content-Type", $0)] } ?? []
                answer.give(response.status, type, body)
            }
        case .media:
            passThrough(uri, answer)
        case .failed:
            answer.refuse(502)
        }
    }

    private func give(
        _ body: [UInt8], _ response: OriginResponse, _ uri: ResolvedURI, bitrate: Int?,
        _ answer: Answer
    ) {
        guard let base = ResolvedURI(response.finalURL),
            let playlist = HLSPlaylist.parse(body, from: base, importing: variables)
        else {
            // What is not understood is read where its relative URIs mean something.
            return answer.give(307, [("Location", uri.text)], [])
        }
        let mapping = PlaylistMapping(
            playlist, of: uri, bitrate: bitrate, keys: keys, path: { path($0) })
        let given = mapping.rewritten
        if playlist.multivariant != nil { variables = playlist.variables }
        ranges.merge(mapping.ranges) { _, new in new }
        allowHosts(of: playlist)
        if let track = mapping.track {
            session.assumeIsolated { $0.describe(track) }
        }
        let tag = EntityTag(content: given)
        let type = ContentTypeRule.contentType(
            origin: response.first("Content-Type"), manifest: .hls)
        let headers =
            HeaderForwarding.downstream(
                response.headers.map { ($0.name, $0.value) }, isRewritten: true)
            + [("Content-Type", type ?? "application/vnd.apple.mpegurl"), ("ETag", tag.text)]
        if tag.matches(ifNoneMatch: answer.exchange.request.first("If-None-Match")) {
            answer.give(304, [("ETag", tag.text)], [])
        } else {
            answer.give(200, headers, given)
        }
    }

    /// What an accepted playlist names may be on a private network, as the playlist itself may be.
    private func allowHosts(of playlist: HLSPlaylist) {
        let hosts = Set(playlist.references.compactMap { playlist.resolved($0)?.origin?.host })
        for host in hosts { client.allowPrivate(host: host) }
    }

    private func path(_ resource: Resource) -> String {
        ProxyPath(
            token: token, stream: "m", id: resources.id(of: resource),
            originPath: resource.uri.path
        ).text
    }

    // MARK: - Media

    private func segment(_ segment: SegmentID, _ uri: ResolvedURI, _ answer: Answer) {
        let request = answer.exchange.request
        let tag = EntityTag(segment: segment)
        let range = ByteRangeRequest(header: request.first("Range"))
        let wanted: SegmentResponse.Wanted =
            if let range, tag.allowsRange(ifRange: request.first("If-Range")) {
                .range(range)
            } else {
                .whole
            }
        begin(segment, uri, wanted, [("ETag", tag.text)], answer)
    }

    private func segmentedFile(_ uri: ResolvedURI, _ answer: Answer) {
        guard
            case .closed(let first, let last)? = ByteRangeRequest(
                header: answer.exchange.request.first("Range")),
            last < .max, let segment = ranges[uri]?[first..<last + 1],
            let length = fileLengths[uri]
        else { return passThrough(uri, answer) }
        begin(segment, uri, .part(first..<last + 1, ofFile: length), [], answer)
    }

    private func begin(
        _ segment: SegmentID, _ uri: ResolvedURI, _ wanted: SegmentResponse.Wanted,
        _ headers: [(String, String)], _ answer: Answer
    ) {
        let type = MediaType.ofSegment(named: uri.lastPathComponent).map { ("Content-Type", $0) }
        let response = SegmentResponse(
            session: session, answer: answer, wanted: wanted,
            headers: headers + [type].compactMap(\.self), on: loop)
        response.assumeIsolated { $0.begin(segment) }
    }

    private func passThrough(_ uri: ResolvedURI, _ answer: Answer) {
        passedThrough.insert(uri)
        let request = answer.exchange.request
        var asked = OriginRequest(url: uri.text, headers: originHeaders.headers(for: uri))
        asked.method = request.method == "HEAD" ? .head : .get
        asked.byteRange = OriginRange(ByteRangeRequest(header: request.first("Range")))
        let response = PassThrough(
            answer: answer, on: loop,
            onHead: { [weak self] response in
                self?.assumeIsolated { $0.learnLength(of: uri, from: response) }
            },
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.count(bytes) } })
        response.assumeIsolated { $0.begin(asked, client: client) }
    }

    private func learnLength(of uri: ResolvedURI, from response: OriginResponse) {
        if let total = response.contentRange?.total { fileLengths[uri] = total }
    }

    private func useHeaders(of request: HTTPRequest) {
        originHeaders.playerSends(
            HeaderForwarding.upstream(request.headers, listener: listener)
                .map { (name: $0.0, value: $0.1) })
        session.assumeIsolated { [originHeaders] in $0.useOriginHeaders(originHeaders) }
    }

    private func count(_ bytes: Int) {
        session.ledger.assumeIsolated { $0.enter { $0.passedThrough(bytes) } }
    }
}

extension OriginRange {
    fileprivate init?(_ request: ByteRangeRequest?) {
        switch request {
        case .closed(let first, let last)?: self = .closed(first...last)
        case .from(let first)?: self = .from(first)
        case .suffix(let count)?: self = .suffix(count)
        case nil: return nil
        }
    }
}
