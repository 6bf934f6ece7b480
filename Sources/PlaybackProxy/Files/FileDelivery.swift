import Engine
import EventLoop
import LocalHTTP
import Manifests
import Origin
import Primitives

/// The media files that one session was opened with: what is known of each, and who answers for it.
actor FileDelivery {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What the delivery has the session's proxy do; all on the loop.
    struct Links: Sendable {
        let headers: @Sendable (ResolvedURI) -> [OriginHeader]
        /// So many bytes came from the origin for no piece.
        let count: @Sendable (Int) -> Void
        let passThrough: @Sendable (Resource, Answer) -> Void
        let readPlaylist: @Sendable (Resource, Answer) -> Void
        /// The resource is this version of a file, and the engine has been told.
        let found: @Sendable (Resource, FileVersion) -> Void
    }

    private enum Knowledge {
        case file(SharedFile)
        case passedThrough(PassedThroughReason)
        case manifest
    }

    /// An origin that is being asked what it has, and what then goes on.
    private struct Search {
        let fetch: BodyFetch
        var waiting: [@Sendable () -> Void]
    }

    /// A player that seeks closes one answer and opens the next at once.
    private static let grace = Duration.milliseconds(300)

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private let client: OriginClient
    private let keys: ContentKeys
    private let links: Links
    private var mimeTypes: [Resource: String] = [:]
    private var known: [Resource: Knowledge] = [:]
    private var searches: [Resource: Search] = [:]
    private var times: [TrackID: PlayingTimeSearch] = [:]
    /// Answers under way whose clients read on.
    private var readers = 0
    private var idleTimer: LoopTimer?
    private var isEdge = false

    init(
        session: SwarmSession, client: OriginClient, keys: ContentKeys, links: Links,
        on loop: UVEventLoop
    ) {
        self.session = session
        self.client = client
        self.keys = keys
        self.links = links
        self.loop = loop
    }

    /// The application says what it opens.
    func declare(_ resource: Resource, mimeType: String?) { mimeTypes[resource] = mimeType }

    /// Why what the application opened is not exchanged, if it is media that could have been.
    var reason: PassedThroughReason? {
        known.values.lazy.compactMap { knowledge in
            switch knowledge {
            case .passedThrough(let reason): reason
            case .file, .manifest: nil
            }
        }.first
    }

    /// Answers, or returns false for what is to be read as a playlist first.
    func answers(_ resource: Resource, _ answer: Answer) -> Bool {
        guard case .root(let uri) = resource else { return false }
        switch known[resource] {
        case .file, .passedThrough: break
        case .manifest: return false
        case nil:
            guard MediaGuess(uri, mimeType: mimeTypes[resource]) == .file else { return false }
        }
        serve(resource, answer)
        return true
    }

    /// Answers with what turned out to be media, and no playlist.
    func serve(_ resource: Resource, _ answer: Answer) {
        guard known[resource] == nil else { return give(resource, answer, isSecond: false) }
        search(resource) { [weak self] in
            self?.assumeIsolated { $0.give(resource, answer, isSecond: false) }
        }
    }

    /// Takes part in the exchange of a file without a player of its own.
    func follow(_ resource: Resource) {
        isEdge = true
        search(resource) { [weak self] in
            self?.assumeIsolated {
                guard case .file(let file)? = $0.known[resource] else { return }
                $0.session.assumeIsolated { $0.select([file.track]) }
            }
        }
    }

    func close() {
        for search in searches.values { search.fetch.assumeIsolated { $0.cancel() } }
        for time in times.values { time.assumeIsolated { $0.cancel() } }
        searches = [:]
        times = [:]
        stopTimer()
    }

    // MARK: - Answers

    private func give(_ resource: Resource, _ answer: Answer, isSecond: Bool) {
        switch known[resource] {
        case .file(let file): give(file, resource, answer, isSecond: isSecond)
        case .manifest: links.readPlaylist(resource, answer)
        case .passedThrough, nil: links.passThrough(resource, answer)
        }
    }

    private func give(
        _ file: SharedFile, _ resource: Resource, _ answer: Answer, isSecond: Bool
    ) {
        let length = file.version.length
        switch FileAnswer(answer.exchange.request, length: length, tag: file.tag) {
        case .unchanged:
            answer.give(304, [("ETag", file.tag.text)], [])
        case .unsatisfiable:
            answer.give(416, [("Content-Range", ContentRange.unsatisfied(length))], [])
        case .whole where answer.exchange.request.method == "HEAD":
            let nothing = unsafe HTTPBodySource { _, _ in .fail }
            answer.stream(200, file.headers, length: length, nothing)
        case .whole:
            stream(file, 0..<length, isPart: false, resource, answer, isSecond: isSecond)
        case .part(let range):
            stream(file, range, isPart: true, resource, answer, isSecond: isSecond)
        }
    }

    private func stream(
        _ file: SharedFile, _ range: Range<Int>, isPart: Bool, _ resource: Resource,
        _ answer: Answer, isSecond: Bool
    ) {
        let response = FileResponse(
            session: session, answer: answer, file: file, range: range, isPart: isPart,
            links: FileResponse.Links(
                startAgain: { [weak self] failure in
                    self?.assumeIsolated {
                        $0.startAgain(resource, answer, after: failure, isSecond: isSecond)
                    }
                },
                refresh: { [weak self] goOn in
                    self?.assumeIsolated { $0.refresh(resource, file, goOn) }
                },
                onReading: { [weak self] in self?.assumeIsolated { $0.readsOn(file) } },
                onEnd: { [weak self] wasReading in
                    if wasReading { self?.assumeIsolated { $0.readerEnded() } }
                }),
            on: loop)
        response.assumeIsolated { $0.begin() }
        if readers == 0, idleTimer == nil { isIdle() }
    }

    /// Asks the origin what it has now, once; then what it says to the player's own request is the
    /// answer.
    private func startAgain(
        _ resource: Resource, _ answer: Answer, after failure: SegmentFailure, isSecond: Bool
    ) {
        guard failure.mayBeOver, !isSecond else {
            if case .otherVersion = failure {
                // It answers a small range as it should, and a piece otherwise.
                learn(.passedThrough(.originWithoutRanges), of: resource)
            }
            return links.passThrough(resource, answer)
        }
        search(resource) { [weak self] in
            self?.assumeIsolated { $0.give(resource, answer, isSecond: true) }
        }
    }

    private func refresh(
        _ resource: Resource, _ file: SharedFile, _ goOn: @escaping @Sendable (Bool) -> Void
    ) {
        search(resource) { [weak self] in
            self?.assumeIsolated {
                guard case .file(let now)? = $0.known[resource] else { return goOn(false) }
                goOn(now.version == file.version)
            }
        }
    }

    // MARK: - What the player uses

    /// While a client reads on, what comes next is fetched ahead; for one that looks around, as players
    /// do for an index, nothing is, and when nobody reads any more, no more is.
    private func readsOn(_ file: SharedFile) {
        readers += 1
        stopTimer()
        session.assumeIsolated { $0.select([file.track]) }
    }

    private func readerEnded() {
        readers -= 1
        guard readers == 0 else { return }
        let timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.isIdle() } }
        idleTimer = timer
        timer.arm(at: loop.now + Self.grace)
    }

    private func isIdle() {
        stopTimer()
        guard !isEdge else { return }
        session.assumeIsolated { $0.select([]) }
    }

    private func stopTimer() {
        idleTimer?.close()
        idleTimer = nil
    }

    // MARK: - What the origin has

    /// Asks the origin, for all who wait; what it says of a moment only is not kept.
    private func search(_ resource: Resource, _ then: @escaping @Sendable () -> Void) {
        if searches[resource] != nil {
            searches[resource]?.waiting.append(then)
            return
        }
        let fetch = BodyFetch.bytes(
            PlayingTime.glance, at: 0, of: resource.uri.text, headers: links.headers(resource.uri),
            client: client, on: loop
        ) { [weak self] response, body in
            self?.assumeIsolated { $0.found(response, body, of: resource) }
        }
        searches[resource] = Search(fetch: fetch, waiting: [then])
    }

    private func found(_ response: OriginResponse?, _ body: [UInt8], of resource: Resource) {
        let search = searches.removeValue(forKey: resource)
        links.count(body.count)
        if let response {
            switch FileFinding(response, firstBytes: body) {
            case .file(let version, let table):
                let file = SharedFile(
                    resource.uri, version, table, response: response, keys: keys)
                found(file, firstBytes: body, of: resource)
            case .manifest: learn(.manifest, of: resource)
            case .passedThrough(let reason): learn(.passedThrough(reason), of: resource)
            case .nothing: break
            }
        }
        for then in search?.waiting ?? [] { then() }
    }

    private func found(_ file: SharedFile, firstBytes: [UInt8], of resource: Resource) {
        guard case .file(var old)? = known[resource], old.version == file.version else {
            learn(.file(file), of: resource)
            return lookForTime(of: file, firstBytes: firstBytes, resource)
        }
        let hasMoved = old.url != file.url
        old.move(to: file)
        known[resource] = .file(old)
        if hasMoved { describe(old) }
    }

    private func learn(_ knowledge: Knowledge, of resource: Resource) {
        if case .file(let old)? = known[resource] {
            session.assumeIsolated { $0.describe(old.withdrawal) }
        }
        known[resource] = knowledge
        if case .file(let file) = knowledge {
            describe(file)
            links.found(resource, file.version)
        }
    }

    private func describe(_ file: SharedFile) {
        session.assumeIsolated { [keys] in $0.describe(file.description(keys: keys)) }
    }

    // MARK: - Its time

    private func lookForTime(of file: SharedFile, firstBytes: [UInt8], _ resource: Resource) {
        let headers = links.headers(resource.uri)
        let search = PlayingTimeSearch(
            of: file, client: client, headers: headers, count: links.count, on: loop
        ) { [weak self] time in
            self?.assumeIsolated { $0.plays(file, for: time, resource) }
        }
        times[file.track] = search
        search.assumeIsolated { $0.begin(firstBytes) }
    }

    private func plays(_ file: SharedFile, for time: Duration?, _ resource: Resource) {
        times[file.track] = nil
        guard let time, case .file(var now)? = known[resource], now.track == file.track else {
            return
        }
        now.playingTime = time
        known[resource] = .file(now)
        describe(now)
    }
}
