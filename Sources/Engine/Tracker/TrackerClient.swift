package import Crypto
package import EventLoop
package import Primitives
import SwarmCore
package import TrackerWire
import Transport

/// The channel to the tracker: one for all swarms of a client on a loop.
package actor TrackerClient {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    struct Membership {
        var presence: Announce
        /// What the application calls the content; for its own source of grants alone.
        let content: String?
        /// Provided, and not shown yet.
        var grant: Redacted<Grant>?
        let onEvent: @Sendable (TrackerEvent) -> Void
    }

    nonisolated let loop: UVEventLoop
    let identity: StaticKeyPair
    private let pass: AppPass
    let bundleID: String
    let grantSource: GrantSource?
    var grants: GrantSchedule
    /// How the client stands with the tracker.
    package private(set) var standing = TrackerStanding.calling
    private var link: TrackerLink
    var channel: SecureChannel?
    var memberships: [SwarmID: Membership] = [:]
    private var timer: LoopTimer?
    private var welcome: Welcome?

    package init(
        pass: AppPass, bundleID: String, identity: StaticKeyPair, grants: GrantSource? = nil,
        on loop: UVEventLoop
    ) {
        self.pass = pass
        self.bundleID = bundleID
        self.identity = identity
        self.loop = loop
        grantSource = grants
        self.grants = GrantSchedule(seed: identity.publicKey.prefix64)
        link = TrackerLink(seed: identity.publicKey.prefix64)
    }

    /// Must be called once, on the loop, before anything else.
    package func start() {
        timer = LoopTimer(on: loop) { [weak self] in
            self?.assumeIsolated { client in
                client.feed { $0.timedOut(at: $1, into: &$2) }
                client.feedGrants { $0.timedOut(at: $1, into: &$2) }
            }
        }
    }

    package func close() {
        link.closed()
        timer?.close()
        channel?.close()
    }

    /// Closes the channel now; another is opened for the next swarm that is joined, or is still.
    package func hangUp() { channel?.close() }

    // MARK: - What sessions want

    /// Makes the client a member of `presence.swarm`; events come on the loop until it leaves.
    package func join(
        _ presence: Announce, content: String? = nil,
        onEvent: @escaping @Sendable (TrackerEvent) -> Void
    ) {
        memberships[presence.swarm] = Membership(
            presence: presence, content: content, onEvent: onEvent)
        if let welcome { onEvent(.welcomed(welcome)) }
        feed { $0.joined(presence.swarm, at: $1, into: &$2) }
        feedGrants { $0.joined(presence.swarm, into: &$2) }
    }

    /// Replaces what is announced; `isUrgent` changes are announced soon, others with the next.
    package func update(_ presence: Announce, isUrgent: Bool) {
        memberships[presence.swarm]?.presence = presence
        if isUrgent { feed { $0.changed(presence.swarm, at: $1, into: &$2) } }
    }

    package func leave(_ swarm: SwarmID) {
        guard memberships.removeValue(forKey: swarm) != nil else { return }
        feed { link, _, actions in link.left(swarm, into: &actions) }
        feedGrants { schedule, _, _ in schedule.left(swarm) }
    }

    /// Sends a report, or drops it without a channel: the tracker hears of the next segment.
    package func send(_ message: ClientMessage) {
        guard welcome != nil else { return }
        channel?.send(message.encode())
    }

    // MARK: - The machine and its actions

    func feed(
        _ input: (inout TrackerLink, Moment, inout [TrackerLink.Action]) -> Void
    ) {
        var actions: [TrackerLink.Action] = []
        input(&link, loop.now, &actions)
        for action in actions {
            switch action {
            case .dial: dial()
            case .announce(let swarm):
                guard let presence = memberships[swarm]?.presence else { continue }
                channel?.send(ClientMessage.announce(presence).encode())
                memberships[swarm]?.onEvent(.announced)
            case .leave(let swarm): channel?.send(ClientMessage.leave(swarm).encode())
            }
        }
        armTimer()
    }

    func armTimer() {
        let deadline = [link.deadline, grants.deadline].compactMap(\.self).min()
        if let deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }

    private func dial() {
        loop.resolve(host: pass.trackerHost, port: pass.trackerPort) { [weak self] result in
            self?.assumeIsolated { $0.resolved(result) }
        }
    }

    private func resolved(_ result: Result<SocketAddress, LoopError>) {
        switch result {
        case .failure:
            ended(.unreachable)
        case .success where !link.isDialling:
            // The client was closed during the look-up.
            break
        case .success(let address):
            let credentials: Credentials
            do throws(WireError) {
                credentials = try Credentials(
                    pass: pass, bundleID: bundleID, unixTime: WallClock.unixSeconds)
            } catch {
                preconditionFailure("a client's bundle id is checked when it is made: \(error)")
            }
            let dial = TrackerDial(
                local: identity, trackerKey: pass.trackerKey, payload: credentials.encode())
            channel = SecureChannel.dial(dial, to: address, on: loop) { [weak self] event in
                self?.assumeIsolated { $0.received(event) }
            }
        }
    }

    private func received(_ event: SecureChannel.Event) {
        switch event {
        case .opened:
            feed { $0.opened(at: $1, into: &$2) }
            feedGrants { $0.opened(into: &$2) }
        case .message(let record):
            do throws(WireError) {
                received(
                    try unsafe TrackerMessage(
                        decoding: record.assumingMemoryBound(to: UInt8.self).span))
            } catch {
                channel?.close()
            }
        case .writable:
            break
        case .closed(.closedByUs):
            ended(.calling)
        case .closed(.handshakeRefused):
            ended(.rejected)
        case .closed:
            // What the tracker said of it before says more.
            ended(standing == .rejected ? .rejected : .unreachable)
        }
    }

    private func ended(_ standing: TrackerStanding) {
        channel = nil
        welcome = nil
        self.standing = standing
        feedGrants { schedule, _, _ in schedule.ended() }
        feed { link, now, _ in link.ended(at: now) }
        tellAll(.lost)
    }

    private func received(_ message: TrackerMessage) {
        switch message {
        case .welcome(let welcome):
            self.welcome = welcome
            standing = .welcomed
            follow(welcome.policy)
            tellAll(.welcomed(welcome))
        case .swarmSecrets(let secrets):
            memberships[secrets.swarm]?.onEvent(.secrets(secrets))
        case .introductions(let introductions):
            memberships[introductions.swarm]?.onEvent(.introductions(introductions.peers))
        case .slot(let slot):
            memberships[slot.swarm]?.onEvent(
                .slot(Int(slot.slot), viewers: Int(slot.viewers), edges: Int(slot.edges)))
        case .attestation(let attestation):
            memberships[attestation.swarm]?.onEvent(.attested(attestation))
        case .revocation(let revocation):
            memberships[revocation.swarm]?.onEvent(.revoked(revocation.key))
        case .challenge(let challenge):
            memberships[challenge.swarm]?.onEvent(.challenged(challenge))
        case .policyChange(let policy):
            follow(policy)
            tellAll(.policyChanged(policy))
        case .retryAfter(let seconds):
            feed { link, now, _ in link.retryAfter(.seconds(Int64(seconds)), at: now) }
        case .refused(let reason):
            switch reason {
            case .badCredentials, .expiredCredentials:
                standing = .rejected
                link.refused()
            case .revoked:
                // It may be taken back; until then a new channel is refused.
                standing = .rejected
                link.turnedAway()
            case .grantNeeded, .tooManySwarms, .tooManyMessages, .protocolError, .overloaded:
                // The tracker ends the channel; the next attempt may fare better.
                link.turnedAway()
            case .other, .shuttingDown:
                break
            }
            tellAll(.refused(reason))
        case .authorization(let authorization):
            answered(authorization)
            memberships[authorization.swarm]?.onEvent(.authorization(authorization.state))
        case .expelled(let expulsion):
            memberships[expulsion.swarm]?.onEvent(.expelled(expulsion.peers))
        }
    }

    private func follow(_ policy: ClientPolicy) {
        let interval = Duration.seconds(Int64(policy.announceIntervalSeconds))
        feed { link, _, _ in link.intervalChanged(interval) }
    }

    private func tellAll(_ event: TrackerEvent) {
        for membership in memberships.values { membership.onEvent(event) }
    }
}
