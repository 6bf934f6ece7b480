package import EventLoop

/// The HTTP client of one session: its connections, its cookies, its policy.
///
/// Only the loop's thread touches it and its fetches. It must be closed before the loop is shut
/// down.
package final class OriginClient: @unchecked Sendable {
    package let loop: UVEventLoop
    let configuration: OriginConfiguration
    private(set) var policy: OriginPolicy
    private(set) var cookies = CookieJar()
    private var multi: CurlMulti?
    private var credentials: CredentialHolder?
    private var inFlight: [CredentialRequestID: OriginFetch] = [:]
    private var fetches = 0

    /// To be called on the loop.
    package init(on loop: UVEventLoop, configuration: OriginConfiguration = OriginConfiguration()) {
        self.loop = loop
        self.configuration = configuration
        policy = configuration.policy
        multi = CurlMulti(on: loop)
        credentials = configuration.credentials.map { source in
            CredentialHolder(source, on: loop) { [weak self] fetch, credential in
                self?.send(fetch, credential)
            }
        }
    }

    /// Fetches that have not ended.
    package var inFlightCount: Int {
        loop.preconditionOnLoop()
        return inFlight.count
    }

    /// Lets this host have any address from now on; for hosts that an accepted manifest names.
    package func allowPrivate(host: String) {
        loop.preconditionOnLoop()
        policy.allowPrivate(host: host)
    }

    /// Begins a fetch once `pause` is over; its first event comes after the call.
    ///
    /// A closed client's fetch fails, and so does one that still waits when the client is closed.
    @discardableResult
    package func fetch(
        _ request: OriginRequest, after pause: Duration = .zero,
        onEvent: @escaping @Sendable (OriginEvent) -> Void
    ) -> OriginFetch {
        loop.preconditionOnLoop()
        fetches += 1
        let fetch = OriginFetch(
            request, id: CredentialRequestID(number: fetches), of: self, onEvent: onEvent)
        inFlight[fetch.id] = fetch
        fetch.begin(after: multi == nil ? .zero : pause)
        return fetch
    }

    /// Ends every fetch with `cancelledByClose` and drops all connections.
    package func close() {
        loop.preconditionOnLoop()
        guard let multi else { return }
        self.multi = nil
        credentials?.close()
        credentials = nil
        for fetch in inFlight.values { fetch.fail(.cancelledByClose) }
        multi.close()
    }

    /// Sends the fetch's next request to `site`, as soon as there is the credential that belongs on it.
    func transfer(_ fetch: OriginFetch, to site: WebSite) {
        if let credentials, credentials.site == site {
            credentials.asked(fetch)
        } else {
            send(fetch, nil)
        }
    }

    /// Whether what the origin said to a request with a credential is its last word.
    func verdict(on fetch: OriginFetch, status: Int) -> CredentialMachine.Verdict {
        guard status == 401 || status == 403, let credentials else { return .goesThrough }
        return credentials.refused(fetch)
    }

    private func send(_ fetch: OriginFetch, _ credential: OriginCredential?) {
        guard let multi else { return fetch.fail(.cancelledByClose) }
        fetch.authorize(with: credential)
        multi.add(fetch)
    }

    func resume(_ fetch: OriginFetch) { multi?.resume(fetch) }

    /// What may still be in curl's hands, `easy`, must not go before curl has let go of it.
    func ended(_ fetch: OriginFetch, _ easy: CurlEasy?) {
        inFlight[fetch.id] = nil
        credentials?.ended(fetch)
        if let easy { multi?.remove(easy) }
    }

    func store(_ cookies: [String], from url: OriginURL, at unixTime: Int) {
        for cookie in cookies { self.cookies.store(cookie, from: url, at: unixTime) }
    }
}
