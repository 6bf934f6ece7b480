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

    /// A name among peers, and the tracker channel on which it is known.
    private struct Membership {
        let identity: StaticKeyPair
        let tracker: TrackerClient
    }

    private struct Open {
        let swarm: SwarmID
        /// A membership of its own, where another session is in the same swarm already.
        let membership: Membership?
        let session: SwarmSession
        let origin: OriginClient
        let player: PlayerProxy
    }

    private enum State {
        /// Holds nothing yet, or could not: the next session starts it.
        case idle
        case listening(SocketAddress)
        case closed
    }

    nonisolated let loop: UVEventLoop
    private let key: SDKKey
    private let configuration: P2PConfiguration
    private let bundleID: String
    private let shared: Membership
    private let server: PlaybackServer
    private let uploads: UploadShare
    private var isConsented: Bool
    private var state = State.idle
    private var open: [ObjectIdentifier: Open] = [:]

    init(
        key: SDKKey, bundleID: String, configuration: P2PConfiguration, isConsented: Bool,
        uploads: UploadAccount, on loop: UVEventLoop
    ) {
        self.isConsented = isConsented
        self.key = key
        self.configuration = configuration
        self.loop = loop
        self.bundleID = bundleID
        shared = Self.membership(key, bundleID, configuration, on: loop)
        self.uploads = UploadShare(of: uploads, on: loop)
        server = PlaybackServer(allowedOrigins: configuration.allowedOrigins, on: loop)
    }

    /// No session can be opened here any more.
    func close() {
        for open in open.values { end(open) }
        open = [:]
        switch state {
        case .listening:
            server.assumeIsolated { $0.close() }
            uploads.assumeIsolated { $0.close() }
            shared.tracker.assumeIsolated { $0.close() }
        case .idle, .closed:
            break
        }
        state = .closed
    }

    func open(
        _ uri: ResolvedURI, _ options: P2PPlaybackOptions, for client: P2PClient
    ) throws(P2PError) -> PlaybackSession {
        let rootTrust = try RootListTrust(options)
        let address = try listeningAddress()
        let rule = IdentityRule(options)
        let contentID =
            options.contentId.map { Array($0.utf8) } ?? rule.identity(of: uri, kind: .content).bytes
        let keys = ContentKeys(
            contentKey: key.contentKey.secret, contentID: contentID, rule: rule)
        let origin = OriginClient(on: loop, configuration: originConfiguration(for: uri))
        let own = ownMembership(in: keys.swarm)
        let membership = own ?? shared
        let session = SwarmSession(
            configuration: sessionConfiguration(
                keys, membership.identity, options, rootTrust),
            origin: origin, tracker: membership.tracker, uploads: uploads, on: loop)
        do {
            try session.assumeIsolated { try $0.start() }
        } catch {
            session.assumeIsolated { $0.close() }
            own?.tracker.assumeIsolated { $0.close() }
            origin.close()
            throw .resourcesExhausted
        }
        let headers = OriginHeaders(
            site: uri.origin,
            application: options.originHeaders.map { (name: $0.key, value: $0.value) })
        let player = server.assumeIsolated {
            $0.admit(session, client: origin, keys: keys, originHeaders: headers)
        }
        open[ObjectIdentifier(session)] = Open(
            swarm: keys.swarm, membership: own, session: session, origin: origin, player: player)
        let path = player.assumeIsolated { $0.rootPath(for: uri, mimeType: options.mimeType) }
        if configuration.role == .edge { player.assumeIsolated { $0.follow(uri) } }
        guard let url = URL(string: "http://\(address)\(path)") else {
            end(session)
            throw .malformedURL
        }
        return PlaybackSession(playbackUrl: url, session: session, place: self, client: client)
    }

    /// Lets go of everything that belongs to the session.
    func end(_ session: SwarmSession) {
        guard let open = open.removeValue(forKey: ObjectIdentifier(session)) else { return }
        end(open)
    }

    /// Why the session exchanges nothing, if it does not.
    func unavailableReason(of session: SwarmSession) -> P2PUnavailableReason? {
        guard let open = open[ObjectIdentifier(session)] else { return .closed }
        if let obstacle = session.assumeIsolated({ $0.obstacle }) {
            return P2PUnavailableReason(obstacle)
        }
        if let reason = open.player.assumeIsolated({ $0.passedThroughReason }) {
            return P2PUnavailableReason(reason)
        }
        return session.assumeIsolated { $0.lack }.map { P2PUnavailableReason($0) }
    }

    /// Gives or withdraws the viewer's consent for every session.
    func setConsent(_ isGiven: Bool) {
        isConsented = isGiven
        for open in open.values {
            open.session.assumeIsolated { $0.setConsent(isGiven) }
            if !isGiven { open.membership?.tracker.assumeIsolated { $0.hangUp() } }
        }
        if !isGiven { shared.tracker.assumeIsolated { $0.hangUp() } }
    }

    private func listeningAddress() throws(P2PError) -> SocketAddress {
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
        server.assumeIsolated { $0.dismiss(open.player) }
        open.session.assumeIsolated { $0.close() }
        open.membership?.tracker.assumeIsolated { $0.close() }
        open.origin.close()
    }

    /// A second session in one swarm is a second peer, with a name and a tracker channel of its own.
    private func ownMembership(in swarm: SwarmID) -> Membership? {
        guard open.values.contains(where: { $0.swarm == swarm }) else { return nil }
        let membership = Self.membership(key, bundleID, configuration, on: loop)
        membership.tracker.assumeIsolated { $0.start() }
        return membership
    }

    private static func membership(
        _ key: SDKKey, _ bundleID: String, _ configuration: P2PConfiguration,
        on loop: UVEventLoop
    ) -> Membership {
        let identity = StaticKeyPair.generate()
        return Membership(
            identity: identity,
            tracker: TrackerClient(
                pass: key.pass, bundleID: bundleID, identity: identity,
                grants: configuration.grantSource, on: loop))
    }

    private func sessionConfiguration(
        _ keys: ContentKeys, _ identity: StaticKeyPair, _ options: P2PPlaybackOptions,
        _ rootTrust: RootListTrust
    ) -> SessionConfiguration {
        SessionConfiguration(
            keys: keys, identity: identity,
            operatorKey: VerifyingKey(key.pass.operatorKey),
            isEdge: configuration.role == .edge,
            interface: configuration.peerInterface == .loopback ? .loopback : .v4(0),
            memoryBudget: configuration.memoryBudget, isP2PEnabled: options.isP2PEnabled,
            isUploadEnabled: options.isUploadEnabled, isConsented: isConsented,
            contentID: options.contentId, rootTrust: rootTrust)
    }

    /// What the application itself names may be on a private network and without TLS.
    private func originConfiguration(for uri: ResolvedURI) -> OriginConfiguration {
        var policy = OriginPolicy(plainHTTP: uri.origin?.scheme == .http ? .allowed : .refused)
        if let host = uri.origin?.host { policy.allowPrivate(host: host) }
        return OriginConfiguration(policy: policy)
    }
}
