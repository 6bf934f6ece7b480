import Engine
import EventLoop
import Manifests
import Origin

/// Looks for the list of roots beside what the application opened, while that plays.
actor RootListSearch {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What a list would be about.
    struct Subject: Hashable, Sendable {
        /// The manifest, where it was found in the end, or the file, where it was asked for.
        let base: ResolvedURI
        /// Of the file, if it is one.
        let version: FileVersion?
    }

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private let client: OriginClient
    private let keys: ContentKeys
    private let onBytes: @Sendable (Int) -> Void
    private var subject: Subject?
    private var fetch: BodyFetch?

    /// `onBytes` counts what came.
    init(
        session: SwarmSession, client: OriginClient, keys: ContentKeys, on loop: UVEventLoop,
        onBytes: @escaping @Sendable (Int) -> Void
    ) {
        self.session = session
        self.client = client
        self.keys = keys
        self.loop = loop
        self.onBytes = onBytes
    }

    /// Looks once for the list of a manifest, and once for that of each version of a file.
    func look(for subject: Subject, headers: (ResolvedURI) -> [OriginHeader]) {
        guard session.rootTrust.isAny, self.subject == nil || subject.version != nil,
            self.subject != subject
        else { return }
        self.subject = subject
        fetch?.assumeIsolated { $0.cancel() }
        guard let place = RootList.place(beside: subject.base) else {
            return session.assumeIsolated { $0.use(nil) }
        }
        let fetch = BodyFetch(atMost: RootList.longest + 1, on: loop) { response, body in
            response.status != 200 || body.count > RootList.longest
        } onOutcome: { [weak self] outcome in
            self?.assumeIsolated { $0.found(outcome, at: place, of: subject) }
        }
        self.fetch = fetch
        let request = OriginRequest(url: place.text, headers: headers(place))
        fetch.assumeIsolated { $0.begin(request, client: client) }
    }

    func close() {
        fetch?.assumeIsolated { $0.cancel() }
        fetch = nil
        subject = nil
    }

    private func found(_ outcome: BodyFetch.Outcome, at place: ResolvedURI, of subject: Subject) {
        fetch = nil
        switch outcome {
        case .whole(let response, let body):
            onBytes(body.count)
            guard response.status == 200 else { return use(nil, of: subject) }
            let source = VouchedRoots.Source(
                base: subject.base, version: subject.version, asked: place,
                answered: response.finalURL)
            loop.runOnWorker { [keys, trust = session.rootTrust] in
                VouchedRoots(decoding: body, from: source, trust: trust, keys: keys)
            } then: { [weak self] roots in
                self?.assumeIsolated { $0.use(roots, of: subject) }
            }
        case .begun(_, let body):
            onBytes(body.count)
            use(nil, of: subject)
        case .failed:
            use(nil, of: subject)
        }
    }

    private func use(_ roots: VouchedRoots?, of subject: Subject) {
        // The file may have changed meanwhile, or the session be over.
        guard self.subject == subject else { return }
        session.assumeIsolated { $0.use(roots) }
    }
}
