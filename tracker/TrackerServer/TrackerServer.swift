import Crypto
package import EventLoop
package import Primitives
package import TrackerCore
import TrackerWire
import Transport

/// Runs one tracker on its loop: feeds the machine what sockets and timer say, and does what it answers.
package actor TrackerServer {
    package struct Configuration: Sendable {
        package var keys: OperatorKeys
        package var apps: Admission.Apps
        package var policy: TrackerPolicy
        /// Decides who is introduced to whom.
        package var randomSeed: UInt64

        package init(
            keys: OperatorKeys, apps: Admission.Apps, policy: TrackerPolicy, randomSeed: UInt64
        ) {
            self.keys = keys
            self.apps = apps
            self.policy = policy
            self.randomSeed = randomSeed
        }
    }

    /// What was sent to a client and not taken by it: with more than this it is not reading.
    private static let mostQueuedBytes = 64 << 10
    /// Being refused costs a client nothing, so that it may not fill a log; the counters count all.
    private static let refusalEvents = RateLimit(perSecond: 5, burst: 50)

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let keys: OperatorKeys
    private var admission: Admission
    private let signer: TrackerSigner
    private let unixSeconds: @Sendable () -> UInt64
    private let onEvent: @Sendable (TrackerEvent) -> Void

    private var tracker: TrackerState
    private var credentialsRefused: [Admission.Refusal: Int] = [:]
    private var refusalEvents: RateLimiter
    private var channels: [SessionID: SecureChannel] = [:]
    private var listener: TrackerListener?
    /// Those of a listener that is closed.
    private var lastConnections = AcceptCounters()
    private var faults: [ChannelFault: Int] = [:]
    private var timer: LoopTimer?
    private var lastSession: UInt64 = 0
    /// Emptied and used again, so that an input allocates nothing once warm.
    private var spareActions: [TrackerAction] = []

    /// `unixSeconds` is the wall clock; `onEvent` is called on the loop.
    package init(
        _ configuration: Configuration, on loop: UVEventLoop,
        unixSeconds: @escaping @Sendable () -> UInt64,
        onEvent: @escaping @Sendable (TrackerEvent) -> Void
    ) {
        self.loop = loop
        self.unixSeconds = unixSeconds
        self.onEvent = onEvent
        refusalEvents = RateLimiter(at: loop.now)
        keys = configuration.keys
        admission = Admission(
            keys: configuration.keys, apps: configuration.apps,
            revoked: configuration.policy.revoked)
        signer = TrackerSigner(keys: configuration.keys)
        tracker = TrackerState(
            policy: configuration.policy,
            notaryKeys: [configuration.keys.signing.publicKey.value],
            randomSeed: configuration.randomSeed)
    }

    package var counters: TrackerServerCounters {
        TrackerServerCounters(
            tracker: tracker.counters, credentialsRefused: credentialsRefused,
            faults: faults, connections: listener?.counters ?? lastConnections,
            sessions: tracker.sessionCount,
            swarms: tracker.swarmCount)
    }

    /// The policy that holds.
    package var policy: TrackerPolicy { tracker.policy }

    /// Who is here, for the operator.
    package func overview(mostSwarms: Int, mostMembers: Int) -> TrackerOverview {
        tracker.overview(mostSwarms: mostSwarms, mostMembers: mostMembers)
    }

    /// The clients that are here and whose key begins so, written in hexadecimal digits.
    package func clients(withPrefix prefix: String) -> [PeerID] {
        tracker.clients(withPrefix: prefix)
    }

    /// Begins to listen, and returns where: with the port that the system chose if it was to choose.
    package func start(at address: SocketAddress) throws(LoopError) -> SocketAddress {
        precondition(listener == nil, "the tracker has been started")
        let listener = try TrackerListener(
            on: loop, address: address, local: keys.channel,
            limits: AcceptLimits(tracker.policy.sessions),
            admit: { [self] peer, payload, address in
                assumeIsolated { $0.admit(peer, payload, from: address) }
            },
            onAccept: { [self] channel, payload in
                assumeIsolated { $0.accepted(channel, showing: payload) }
            })
        self.listener = listener
        timer = LoopTimer(on: loop) { [self] in
            assumeIsolated { $0.feed { $0.timedOut(at: $1, into: &$2) } }
        }
        return listener.localAddress
    }

    /// Has another policy hold from now on, and tells every client that is concerned.
    ///
    /// How many segments a swarm's notary remembers stays as it is for the swarms that there are.
    package func use(_ policy: TrackerPolicy) {
        admission.revoked = policy.revoked
        listener?.setLimits(AcceptLimits(policy.sessions))
        feed { $0.policyChanged(to: policy, at: $1, into: &$2) }
    }

    /// Accepts nobody any more, tells every client, and closes its channel.
    package func shutDown() {
        lastConnections = listener?.counters ?? lastConnections
        listener?.close()
        listener = nil
        feed { $0.shutDown(at: $1.moment, into: &$2) }
        timer?.close()
        timer = nil
    }

    // MARK: What the channels say

    private func admit(
        _ peer: PeerID, _ payload: [UInt8], from address: SocketAddress
    ) -> Bool {
        do throws(Admission.Refusal) {
            try admission.check(payload, of: peer, unixSeconds: unixSeconds())
            return true
        } catch {
            credentialsRefused[error, default: 0] += 1
            if refusalEvents.admits(at: loop.now, limit: Self.refusalEvents) {
                onEvent(.credentialsRefused(error, from: NetworkPrefix(of: address.ip)))
            }
            return false
        }
    }

    private func accepted(_ channel: SecureChannel, showing payload: [UInt8]) {
        let client: ClientIdentity
        do throws(WireError) {
            client = try admission.client(channel.remote, showing: payload)
        } catch {
            preconditionFailure("what was admitted could be read then: \(error)")
        }
        lastSession += 1
        let id = SessionID(lastSession)
        channels[id] = channel
        channel.setHandler { [self] event in
            switch event {
            case .message(let record):
                let message = unsafe Self.decode(record)
                assumeIsolated { $0.received(message, from: id) }
            case .closed(let reason):
                assumeIsolated { $0.closed(id, because: reason) }
            case .opened, .writable:
                break
            }
        }
        onEvent(.sessionOpened(id, from: NetworkPrefix(of: channel.remoteAddress.ip)))
        feed { tracker, now, actions in
            tracker.sessionOpened(
                id, as: client, address: channel.remoteAddress, at: now, into: &actions)
        }
    }

    private func received(_ message: ClientMessage?, from id: SessionID) {
        feed { $0.received(message, from: id, at: $1, into: &$2) }
    }

    private func closed(_ id: SessionID, because reason: ChannelCloseReason) {
        if let fault = reason.fault { faults[fault, default: 0] += 1 }
        // Without a channel it was the tracker that closed it.
        guard channels.removeValue(forKey: id) != nil else { return }
        onEvent(.sessionClosed(id))
        feed { $0.sessionClosed(id, at: $1.moment, into: &$2) }
    }

    private static func decode(_ record: UnsafeRawBufferPointer) -> ClientMessage? {
        do throws(WireError) {
            return try ClientMessage(decoding: unsafe record.bindMemory(to: UInt8.self).span)
        } catch {
            return nil
        }
    }

    // MARK: What the machine wants

    private func feed(
        _ input: (inout TrackerState, TrackerTime, inout [TrackerAction]) -> Void
    ) {
        var actions = spareActions
        spareActions = []
        input(&tracker, TrackerTime(moment: loop.now, unixSeconds: unixSeconds()), &actions)
        var next = 0
        while next < actions.count {
            perform(actions[next], &actions)
            next += 1
        }
        actions.removeAll(keepingCapacity: true)
        spareActions = actions
        if let deadline = tracker.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }

    private func perform(_ action: TrackerAction, _ more: inout [TrackerAction]) {
        switch action {
        case .send(let message, let id):
            send(message.encode(), to: id, &more)
        case .sendSecrets(let swarm, let epochs, let id):
            send(signer.secrets(of: swarm, epochs: epochs).encode(), to: id, &more)
        case .introduce(let plan, let id):
            send(signer.introductions(plan).encode(), to: id, &more)
        case .attest(let plan, let ids):
            let message = signer.attestation(plan).encode()
            for id in ids { send(message, to: id, &more) }
        case .challenge(let key, let swarm, let id):
            send(signer.challenge(about: key, in: swarm).encode(), to: id, &more)
        case .verify(let shown, let id):
            let grant = shown.grant.secret
            let isSigned = VerifyingKey(grant.issuer)
                .verifies(signature: grant.signature, of: grant.signedBytes)
            tracker.verified(
                shown, isSigned: isSigned, from: id,
                at: TrackerTime(moment: loop.now, unixSeconds: unixSeconds()), into: &more)
        case .close(let id, let reason):
            close(id, because: reason)
        }
    }

    private func send(_ message: [UInt8], to id: SessionID, _ more: inout [TrackerAction]) {
        guard let channel = channels[id] else { return }
        channel.send(message)
        guard channel.queuedBytes > Self.mostQueuedBytes else { return }
        tracker.sessionStalled(id, at: loop.now, into: &more)
    }

    private func close(_ id: SessionID, because reason: SessionEnd) {
        guard let channel = channels.removeValue(forKey: id) else { return }
        onEvent(.sessionEnded(id, because: reason))
        channel.send(TrackerMessage.refused(reason.refusal).encode())
        channel.close()
    }
}

extension AcceptLimits {
    /// What the machine would refuse is refused before it costs a handshake.
    fileprivate init(_ limits: SessionLimits) {
        self = .tracker
        open = limits.total
        openPerAddress = limits.perAddress ?? open
        openPerPrefix = limits.perPrefix ?? open
        pending = limits.pending
        pendingPerPrefix = limits.pendingPerPrefix ?? pending
        handshakes.total = limits.handshakes
        handshakes.perAddress = limits.handshakesPerAddress
    }
}
