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

    private struct Membership {
        var presence: Announce
        let onEvent: @Sendable (TrackerEvent) -> Void
    }

    private nonisolated let loop: UVEventLoop
    private let identity: StaticKeyPair
    private let pass: AppPass
    private let bundleID: String
    private var link: TrackerLink
    private var channel: SecureChannel?
    private var memberships: [SwarmID: Membership] = [:]
    private var timer: LoopTimer?
    private var welcome: Welcome?

    package init(
        pass: AppPass, bundleID: String, identity: StaticKeyPair, on loop: UVEventLoop
    ) {
        self.pass = pass
        self.bundleID = bundleID
        self.identity = identity
        self.loop = loop
        link = TrackerLink(seed: identity.publicKey.prefix64)
    }

    /// Must be called once, on the loop, before anything else.
    package func start() {
        timer = LoopTimer(on: loop) { [weak self] in
            self?.assumeIsolated { $0.feed { $0.timedOut(at: $1, into: &$2) } }
        }
    }

    package func close() {
        link.closed()
        timer?.close()
        channel?.close()
    }

    // MARK: - What sessions want

    /// Makes the client a member of `presence.swarm`; events come on the loop until it leaves.
    package func join(_ presence: Announce, onEvent: @escaping @Sendable (TrackerEvent) -> Void) {
        memberships[presence.swarm] = Membership(presence: presence, onEvent: onEvent)
        if let welcome { onEvent(.welcomed(welcome)) }
        feed { $0.joined(presence.swarm, at: $1, into: &$2) }
    }

    /// Replaces what is announced; `isUrgent` changes are announced soon, others with the next.
    package func update(_ presence: Announce, isUrgent: Bool) {
        memberships[presence.swarm]?.presence = presence
        if isUrgent { feed { $0.changed(presence.swarm, at: $1, into: &$2) } }
    }

    package func leave(_ swarm: SwarmID) {
        guard memberships.removeValue(forKey: swarm) != nil else { return }
        feed { link, _, actions in link.left(swarm, into: &actions) }
    }

    /// Sends a report, or drops it without a channel: the tracker hears of the next segment.
    package func send(_ message: ClientMessage) {
        guard welcome != nil else { return }
        channel?.send(message.encode())
    }

    // MARK: - The machine and its actions

    private func feed(
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
            case .leave(let swarm): channel?.send(ClientMessage.leave(swarm).encode())
            }
        }
        if let deadline = link.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }

    private func dial() {
        loop.resolve(host: pass.trackerHost, port: pass.trackerPort) { [weak self] result in
            self?.assumeIsolated { $0.resolved(result) }
        }
    }

    private func resolved(_ result: Result<SocketAddress, LoopError>) {
        switch result {
        case .failure:
            ended()
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
        case .closed:
            ended()
        }
    }

    private func ended() {
        channel = nil
        welcome = nil
        feed { link, now, _ in link.ended(at: now) }
        tellAll(.lost)
    }

    private func received(_ message: TrackerMessage) {
        switch message {
        case .welcome(let welcome):
            self.welcome = welcome
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
        case .policyChange(let policy):
            follow(policy)
            tellAll(.policyChanged(policy))
        case .retryAfter(let seconds):
            feed { link, now, _ in link.retryAfter(.seconds(Int64(seconds)), at: now) }
        case .refused(let reason):
            switch reason {
            case .badCredentials, .expiredCredentials, .revoked: link.refused()
            case .other, .tooManySwarms, .tooManyMessages, .protocolError, .overloaded,
                .shuttingDown:
                // The tracker ends the channel; the next attempt may fare better.
                break
            }
            tellAll(.refused(reason))
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
