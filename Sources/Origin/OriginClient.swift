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
    private var inFlight: [ObjectIdentifier: OriginFetch] = [:]

    /// To be called on the loop.
    package init(on loop: UVEventLoop, configuration: OriginConfiguration = OriginConfiguration()) {
        self.loop = loop
        self.configuration = configuration
        policy = configuration.policy
        multi = CurlMulti(on: loop)
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
        let fetch = OriginFetch(request, of: self, onEvent: onEvent)
        inFlight[ObjectIdentifier(fetch)] = fetch
        fetch.begin(after: multi == nil ? .zero : pause)
        return fetch
    }

    /// Ends every fetch with `cancelledByClose` and drops all connections.
    package func close() {
        loop.preconditionOnLoop()
        guard let multi else { return }
        self.multi = nil
        for fetch in inFlight.values { fetch.fail(.cancelledByClose) }
        multi.close()
    }

    func transfer(_ fetch: OriginFetch) {
        guard let multi else { return fetch.fail(.cancelledByClose) }
        multi.add(fetch)
    }

    func resume(_ fetch: OriginFetch) { multi?.resume(fetch) }

    /// What may still be in curl's hands, `easy`, must not go before curl has let go of it.
    func ended(_ fetch: OriginFetch, _ easy: CurlEasy?) {
        inFlight[ObjectIdentifier(fetch)] = nil
        if let easy { multi?.remove(easy) }
    }

    func store(_ cookies: [String], from url: OriginURL, at unixTime: Int) {
        for cookie in cookies { self.cookies.store(cookie, from: url, at: unixTime) }
    }
}
