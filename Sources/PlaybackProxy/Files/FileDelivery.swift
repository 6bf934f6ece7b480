import Engine
import EventLoop
import LocalHTTP
import Manifests
import Origin
import Primitives

/// Answers requests for the media files that one session was opened with.
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

    /// An origin that is being asked what it has, and what then goes on.
    private struct Search {
        let fetch: BodyFetch
        var waiting: [@Sendable () -> Void]
    }

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private let client: OriginClient
    private let links: Links
    private var book: FileBook
    private var searches: [Resource: Search] = [:]
    private var times: [TrackID: PlayingTimeSearch] = [:]
    private var readers = FileReaders()
    private var idleTimer: LoopTimer?
    private var isEdge = false

    init(
        session: SwarmSession, client: OriginClient, keys: ContentKeys, links: Links,
        on loop: UVEventLoop
    ) {
        self.session = session
        self.client = client
        self.links = links
        self.loop = loop
        book = FileBook(keys: keys)
    }

    /// The application says what it opens.
    func declare(_ resource: Resource, mimeType: String?) {
        book.declare(resource, mimeType: mimeType)
    }

    /// Why what the application opened is not exchanged, if it is media that could have been.
    var reason: PassedThroughReason? { book.reason }

    /// Answers, or returns false for what is to be read as a playlist first.
    func answers(_ resource: Resource, _ answer: Answer) -> Bool {
        guard book.isMedia(resource) else { return false }
        serve(resource, answer)
        return true
    }

    /// Answers with what turned out to be media, and no playlist.
    func serve(_ resource: Resource, _ answer: Answer) {
        guard !book.isKnown(resource) else { return give(resource, answer, isSecond: false) }
        search(resource) { [weak self] in
            self?.assumeIsolated { $0.give(resource, answer, isSecond: false) }
        }
    }

    /// Takes part in the exchange of a file without a player of its own.
    func follow(_ resource: Resource) {
        isEdge = true
        search(resource) { [weak self] in
            self?.assumeIsolated {
                guard let file = $0.book.file(resource) else { return }
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
        switch book.answerer(of: resource) {
        case .file(let file): give(file, resource, answer, isSecond: isSecond)
        case .playlists: links.readPlaylist(resource, answer)
        case .origin: links.passThrough(resource, answer)
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
        if readers.isIdle { isIdle() }
    }

    private func startAgain(
        _ resource: Resource, _ answer: Answer, after failure: SegmentFailure, isSecond: Bool
    ) {
        switch book.failed(failure, of: resource, isSecond: isSecond) {
        case .askAgain:
            search(resource) { [weak self] in
                self?.assumeIsolated { $0.give(resource, answer, isSecond: true) }
            }
        case .origin(let change):
            take(change, of: resource, firstBytes: [])
            links.passThrough(resource, answer)
        }
    }

    private func refresh(
        _ resource: Resource, _ file: SharedFile, _ goOn: @escaping @Sendable (Bool) -> Void
    ) {
        search(resource) { [weak self] in
            self?.assumeIsolated {
                goOn($0.book.file(resource)?.version == file.version)
            }
        }
    }

    // MARK: - What the player uses

    private func readsOn(_ file: SharedFile) {
        readers.began()
        stopTimer()
        session.assumeIsolated { $0.select([file.track]) }
    }

    private func readerEnded() {
        readers.ended(at: loop.now)
        guard let deadline = readers.deadline else { return }
        let timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.isIdle() } }
        idleTimer = timer
        timer.arm(at: deadline)
    }

    private func isIdle() {
        readers.timedOut()
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
            let change = book.found(response, firstBytes: body, of: resource)
            take(change, of: resource, firstBytes: body)
        }
        for then in search?.waiting ?? [] { then() }
    }

    private func take(_ change: FileBook.Change, of resource: Resource, firstBytes: [UInt8]) {
        for description in change.descriptions {
            session.assumeIsolated { $0.describe(description) }
        }
        guard let file = change.opened else { return }
        links.found(resource, file.version)
        lookForTime(of: file, firstBytes: firstBytes, resource)
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
        guard let time else { return }
        take(book.plays(file, for: time, resource), of: resource, firstBytes: [])
    }
}
