import Crypto
import Engine
import EventLoop
import Foundation
import Manifests
import Origin
import PlaybackProxy
import Primitives
import TrackerWire

/// One client's part on one loop: its identity there, its tracker channel and its local server.
actor ClientLoop {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    struct Open {
        let uri: ResolvedURI
        let swarm: SwarmID
        let membership: Membership
        let view: SessionView
        let origin: OriginClient
        let monitor: SessionMonitor
        let events: EventHub

        var session: SwarmSession { view.session }
        var player: PlayerProxy { view.player }
    }

    /// What is made of several sessions: its hub, and how it hears that they are closed.
    struct Attachment: Sendable {
        let hub: EventHub
        let end: @Sendable () -> Void
    }

    enum State {
        /// Holds nothing yet, or could not: the next session starts it.
        case idle
        case listening(SocketAddress)
        case closed
    }

    nonisolated let loop: UVEventLoop
    let key: SDKKey
    let configuration: P2PConfiguration
    let bundleID: String
    let shared: Membership
    private let server: PlaybackServer
    private let uploads: UploadShare
    private let store: DiskStore?
    private let memory: MemoryBudget
    /// Of all sessions of the client.
    private let events: EventHub
    private var settings: ClientSettings
    private(set) var state = State.idle
    private(set) var open: [ObjectIdentifier: Open] = [:]
    private var attached: [ObjectIdentifier: Attachment] = [:]
    /// Clients of the application's own fetches.
    var downloads: [ObjectIdentifier: OriginClient] = [:]
    /// What serves sites to everybody, if anything does.
    var sites: SiteServer?

    init(
        key: SDKKey, bundleID: String, configuration: P2PConfiguration,
        settings: ClientSettings, uploads: UploadAccount, store: DiskStore?, memory: MemoryBudget,
        events: EventHub, on loop: UVEventLoop
    ) {
        self.settings = settings
        self.store = store
        self.memory = memory
        self.events = events
        self.key = key
        self.configuration = configuration
        self.loop = loop
        self.bundleID = bundleID
        shared = Self.membership(key, bundleID, configuration, on: loop)
        self.uploads = UploadShare(of: uploads, on: loop)
        server = PlaybackServer(allowedOrigins: configuration.allowedOrigins, on: loop)
    }

    /// No session can be opened here any more; the hubs of those that were are still to be closed.
    func close() -> [EventHub] {
        let hubs = open.values.map(\.events) + attached.values.map(\.hub)
        for attachment in attached.values { attachment.end() }
        attached = [:]
        for origin in downloads.values { origin.close() }
        sites?.assumeIsolated { $0.close() }
        sites = nil
        while let session = open.values.first?.session { end(session) }
        switch state {
        case .listening:
            server.assumeIsolated { $0.close() }
            uploads.assumeIsolated { $0.close() }
            shared.tracker.assumeIsolated { $0.close() }
        case .idle, .closed:
            break
        }
        state = .closed
        return hubs
    }

    func open(
        _ uri: ResolvedURI, _ options: P2PPlaybackOptions, for client: P2PClient
    ) throws(P2PError) -> PlaybackSession {
        let address = try listeningAddress()
        let opened = try admit(uri, options) { [server] session, origin, keys, headers in
            server.assumeIsolated {
                $0.admit(session, client: origin, keys: keys, originHeaders: headers)
            }
        }
        let (player, session) = (opened.player, opened.session)
        let path = player.assumeIsolated { player in
            player.endsPlaylists = options.endsPlaylists
            return player.rootPath(for: uri, mimeType: options.mimeType)
        }
        if configuration.role == .edge { player.assumeIsolated { $0.follow(uri) } }
        guard let url = URL(string: "http://\(address)\(path)") else {
            end(session)
            throw .malformedURL
        }
        opened.monitor.assumeIsolated { $0.start() }
        return PlaybackSession(
            playbackUrl: url, view: opened.view, events: opened.events, place: self,
            client: client, isManifest: MediaGuess(uri, mimeType: options.mimeType) == .manifest)
    }

    /// Opens a content that all players of a site share; nil if there is nothing to have it with.
    func openContent(
        _ uri: ResolvedURI, _ options: P2PPlaybackOptions, on sites: SiteServer, _ rule: SiteRule
    ) -> SwarmSession? {
        let opened: Open
        do {
            opened = try admit(uri, options, isShared: true) { session, origin, keys, headers in
                sites.assumeIsolated {
                    $0.admit(
                        session, client: origin, keys: keys, originHeaders: headers, root: uri,
                        rule: rule)
                }
            }
        } catch {
            return nil
        }
        opened.player.assumeIsolated { player in
            _ = player.rootPath(for: uri)
            if configuration.role == .edge { player.follow(uri) }
        }
        opened.monitor.assumeIsolated { $0.start() }
        return opened.session
    }

    /// Makes what a session consists of; `proxy` gives it its paths.
    private func admit(
        _ uri: ResolvedURI, _ options: P2PPlaybackOptions, isShared: Bool = false,
        proxy: (SwarmSession, OriginClient, ContentKeys, OriginHeaders) -> PlayerProxy
    ) throws(P2PError) -> Open {
        let rootTrust = try RootListTrust(options)
        let rule = IdentityRule(options)
        let contentID =
            options.contentId.map { Array($0.utf8) } ?? rule.identity(of: uri, kind: .content).bytes
        let keys = ContentKeys(
            contentKey: key.contentKey.secret, contentID: contentID, rule: rule)
        let origin = OriginClient(
            on: loop, configuration: Self.originConfiguration(for: uri, options))
        let membership = membership(for: keys.swarm)
        let session = SwarmSession(
            configuration: sessionConfiguration(
                keys, membership.identity, options, rootTrust, isShared: isShared),
            origin: origin, tracker: membership.tracker, uploads: uploads, on: loop)
        do {
            try session.assumeIsolated { [settings, configuration] session in
                session.setP2PEnabledByClient(settings.isP2PEnabled)
                session.setAttention { settings.apply(to: &$0, configuration) }
                try session.start()
            }
        } catch {
            session.assumeIsolated { $0.close() }
            leave(membership)
            origin.close()
            throw .resourcesExhausted
        }
        let headers = OriginHeaders(
            site: uri.origin,
            application: options.originHeaders.map { (name: $0.key, value: $0.value) })
        let player = proxy(session, origin, keys, headers)
        let feedback = PlayerFeedback(session: session, on: loop)
        player.assumeIsolated {
            $0.onStarvation { [weak feedback] in feedback?.assumeIsolated { $0.starved() } }
        }
        let view = SessionView(session: session, player: player, feedback: feedback)
        let hub = EventHub(isOfOneSession: true)
        let monitor = SessionMonitor(view, telling: [hub, events], on: loop)
        let opened = Open(
            uri: uri, swarm: keys.swarm, membership: membership, view: view, origin: origin,
            monitor: monitor, events: hub)
        open[ObjectIdentifier(session)] = opened
        return opened
    }

    /// Has something be ended with the client, unless it is detached before.
    func attach(_ attachment: Attachment, of owner: ObjectIdentifier) throws(P2PError) {
        switch state {
        case .idle, .listening: attached[owner] = attachment
        case .closed: throw .clientClosed
        }
    }

    func detach(_ owner: ObjectIdentifier) { attached[owner] = nil }

    /// Lets go of everything that belongs to the session.
    func end(_ session: SwarmSession) {
        guard let open = open.removeValue(forKey: ObjectIdentifier(session)) else { return }
        end(open)
    }

    /// Answers to players that are under way.
    var answersInFlight: Int {
        server.assumeIsolated { $0.answersInFlight }
            + (sites?.assumeIsolated { $0.answersInFlight } ?? 0)
    }

    func isOpen(_ session: SwarmSession) -> Bool { open[ObjectIdentifier(session)] != nil }

    /// Why the session exchanges nothing, if it does not.
    func unavailableReason(of session: SwarmSession) -> P2PUnavailableReason? {
        guard let open = open[ObjectIdentifier(session)] else { return .closed }
        return open.view.unavailableReason
    }

    /// Also of a session that has ended.
    func statistics(of session: SwarmSession, _ feedback: PlayerFeedback) -> P2PStats {
        SessionView.statistics(of: session, feedback)
    }

    /// Finds out what the session plays; `then` is not called once it is closed.
    func findNature(
        of session: SwarmSession, then: @escaping @Sendable (MediaNature) -> Void
    ) {
        guard let open = open[ObjectIdentifier(session)] else { return }
        open.player.assumeIsolated { $0.findNature(of: open.uri, then: then) }
    }

    func onOriginRefusal(of session: SwarmSession, _ onWord: @escaping @Sendable () -> Void) {
        open[ObjectIdentifier(session)]?.player.assumeIsolated { $0.onRefusal(onWord) }
    }

    /// Nil of one that has ended.
    func statistics(of session: SwarmSession) -> P2PStats? {
        open[ObjectIdentifier(session)]?.view.statistics
    }

    func preload(_ session: SwarmSession) {
        guard let open = open[ObjectIdentifier(session)] else { return }
        open.player.assumeIsolated { $0.preload(open.uri) }
    }

    /// Takes over what the application has decided for every session.
    func follow(_ settings: ClientSettings) {
        let isWithdrawn = self.settings.isConsented && !settings.isConsented
        self.settings = settings
        for open in open.values {
            open.session.assumeIsolated { [configuration] session in
                session.setConsent(settings.isConsented)
                session.setP2PEnabledByClient(settings.isP2PEnabled)
                session.setAttention { settings.apply(to: &$0, configuration) }
            }
            if isWithdrawn { open.membership.tracker.assumeIsolated { $0.hangUp() } }
        }
        if isWithdrawn { shared.tracker.assumeIsolated { $0.hangUp() } }
    }

    func listeningAddress() throws(P2PError) -> SocketAddress {
        switch state {
        case .listening(let address):
            return address
        case .closed:
            throw .clientClosed
        case .idle:
            let address: SocketAddress
            do {
                address = try server.assumeIsolated { try $0.start() }
            } catch {
                throw .resourcesExhausted
            }
            shared.tracker.assumeIsolated { $0.start() }
            uploads.assumeIsolated { $0.start() }
            state = .listening(address)
            return address
        }
    }

    private func end(_ open: Open) {
        open.monitor.assumeIsolated { $0.close() }
        server.assumeIsolated { $0.dismiss(open.player) }
        open.session.assumeIsolated { $0.close() }
        leave(open.membership)
        open.origin.close()
    }

    private func sessionConfiguration(
        _ keys: ContentKeys, _ identity: StaticKeyPair, _ options: P2PPlaybackOptions,
        _ rootTrust: RootListTrust, isShared: Bool
    ) -> SessionConfiguration {
        SessionConfiguration(
            keys: keys, identity: identity,
            operatorKey: VerifyingKey(key.pass.operatorKey),
            isEdge: configuration.role == .edge,
            interface: configuration.peerInterface == .loopback ? .loopback : .v4(0),
            memory: memory, isP2PEnabled: options.isP2PEnabled,
            isUploadEnabled: options.isUploadEnabled, isConsented: settings.isConsented,
            contentID: options.contentId, rootTrust: rootTrust, disk: store,
            hasManyPlayers: isShared)
    }

    /// What the application itself names may be on a private network and without TLS.
    static func originConfiguration(
        for uri: ResolvedURI, _ options: P2PPlaybackOptions = P2PPlaybackOptions()
    ) -> OriginConfiguration {
        var policy = OriginPolicy(plainHTTP: uri.origin?.scheme == .http ? .allowed : .refused)
        if let host = uri.origin?.host { policy.allowPrivate(host: host) }
        return OriginConfiguration(
            policy: policy, credentials: options.originCredentials?.source(for: uri))
    }
}
