import Crypto
import EventLoop
import PeerWire
import Primitives
import SwarmCore
import TrackerWire
import Transport

/// The open channels of one swarm: dials who was introduced, lets in who has a ticket.
actor PeerPool {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let swarm: SwarmID
    private let identity: StaticKeyPair
    private let links: PeerConnection.Links
    private var tickets: TicketCheck
    private var budget = DialBudget(configuration: DialBudget.Configuration())
    private var secrets: [Epoch: SwarmSecret] = [:]
    private var listener: PeerListener?
    /// Those that have said hello, and count.
    private var members: [PeerID: PeerConnection] = [:]
    /// Channels that are being opened, by us or by others.
    private var arriving: [ObjectIdentifier: PeerConnection] = [:]
    private var record = PeerRecord()
    private var violations: [PeerViolation: Int] = [:]
    private var faults: [ChannelFault: Int] = [:]
    private var mostPeers = 32
    private static let mostPeersEver = 64
    private var isEnabled = true

    init(
        swarm: SwarmID, identity: StaticKeyPair, operatorKey: VerifyingKey,
        links: PeerConnection.Links, on loop: UVEventLoop
    ) {
        self.swarm = swarm
        self.identity = identity
        self.links = links
        self.loop = loop
        tickets = TicketCheck(operatorKey: operatorKey, local: PeerID(identity.publicKey))
    }

    /// Opens the port on which introduced peers arrive, and returns it.
    func listen(on ip: IPAddress) throws(LoopError) -> UInt16 {
        // All peers of a swarm on this machine come from one address.
        let limits = ip.isLoopback ? AcceptLimits().onOneAddress : AcceptLimits()
        if ip.isLoopback {
            budget = DialBudget(configuration: DialBudget.Configuration().onOneAddress)
        }
        let listener = try PeerListener(
            on: loop, address: SocketAddress(ip: ip, port: 0), local: identity, limits: limits,
            secret: { [weak self] swarm, epoch in
                self?.assumeIsolated { $0.secret(of: swarm, epoch) }
            },
            admit: { [weak self] remote, swarm, payload in
                self?.assumeIsolated { $0.admits(remote, swarm, payload) } ?? false
            },
            onAccept: { [weak self] channel, _ in self?.assumeIsolated { $0.adopt(channel) } })
        self.listener = listener
        return listener.localAddress.port
    }

    func close() {
        setEnabled(false)
        listener?.close()
        listener = nil
    }

    /// Opens the swarm to peers, or closes every channel.
    func setEnabled(_ enabled: Bool) {
        isEnabled = enabled
        guard !enabled else { return }
        for connection in members.values {
            connection.assumeIsolated {
                $0.send(.goodbye(.leaving))
                $0.end(because: nil)
            }
        }
        // What is not open yet cannot be spoken on.
        for connection in arriving.values { connection.assumeIsolated { $0.end(because: nil) } }
    }

    func follow(_ policy: ClientPolicy) {
        mostPeers = min(Int(policy.maxPeers), Self.mostPeersEver)
    }

    func secretsChanged(_ secrets: SwarmSecrets) {
        self.secrets = Dictionary(
            secrets.secrets.map { ($0.epoch, SwarmSecret(epoch: $0.epoch, secret: $0.secret)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Has nothing to do with a peer any more, since the tracker has not.
    func expel(_ peer: PeerID) {
        record.ban(peer)
        let arrivals = arriving.values.filter { $0.peer == peer }
        for connection in arrivals + [members[peer]].compactMap(\.self) {
            connection.assumeIsolated { $0.end(because: nil) }
        }
    }

    // MARK: - Members

    var count: Int { members.count }

    var refusals: PeerRefusals {
        var refusals = PeerRefusals()
        refusals.connections = listener?.counters ?? AcceptCounters()
        refusals.dials = budget.refused
        refusals.violations = violations
        refusals.faults = faults
        return refusals
    }

    /// How many more peers there is room for.
    var vacancies: Int { isEnabled ? max(0, mostPeers - members.count - arriving.count) : 0 }

    func member(_ peer: PeerID) -> PeerConnection? { members[peer] }

    func isBanned(_ peer: PeerID) -> Bool { record.isBanned(peer) }

    var bannedPeers: Set<PeerID> { record.bannedPeers }

    func broadcast(_ message: PeerMessage) {
        for connection in members.values { connection.assumeIsolated { $0.send(message) } }
    }

    /// Tells those that do not hold it themselves.
    func offer(_ segment: SegmentID) {
        let have = PeerMessage.have(Have(segment))
        for connection in members.values {
            connection.assumeIsolated { if $0.shouldHear(of: segment) { $0.send(have) } }
        }
    }

    func outdated(_ segment: SegmentID) {
        for connection in members.values { connection.assumeIsolated { $0.outdated(segment) } }
    }

    /// Tells those for whom it is news.
    func broadcast(_ message: PeerMessage, toThoseWithout segment: SegmentID) {
        for connection in members.values {
            connection.assumeIsolated { if $0.lacks(segment, nil) { $0.send(message) } }
        }
    }

    /// Tells those that are to hear of a segment while it arrives; it was told of `before` times.
    ///
    /// Of chunks that a peer has itself it need not hear.
    func tell(_ update: InFlight, before: Int, hasRoom: Bool, isAll: Bool) {
        let audience = NewsAudience(
            of: update.segment, by: PeerID(identity.publicKey), among: members.count,
            before: before, hasRoom: hasRoom, isAll: isAll)
        guard !audience.isEmpty else { return }
        for connection in members.values where audience.contains(connection.peer) {
            connection.assumeIsolated {
                if $0.lacks(update.segment, update.chunks) { $0.send(.inFlight(update)) }
            }
        }
    }

    enum Entry: Sendable {
        case joins
        /// It takes the place of another channel to the same peer, which is closed.
        case replaces
        /// The other channel to the same peer stays, or nobody is let in.
        case refused
    }

    /// Makes a peer that has said hello a member, if it may be one.
    func enter(_ connection: PeerConnection) -> Entry {
        arriving[ObjectIdentifier(connection)] = nil
        guard isEnabled else {
            connection.assumeIsolated { $0.end(because: nil) }
            return .refused
        }
        guard let rival = members[connection.peer] else {
            members[connection.peer] = connection
            return .joins
        }
        guard prefers(connection, to: rival) else {
            connection.assumeIsolated { $0.end(because: nil) }
            return .refused
        }
        members[connection.peer] = connection
        rival.assumeIsolated { $0.end(because: nil) }
        return .replaces
    }

    /// Forgets a channel that ended; true if it was a member.
    func ended(
        _ connection: PeerConnection, _ violation: PeerViolation?, _ fault: ChannelFault?
    ) -> Bool {
        arriving[ObjectIdentifier(connection)] = nil
        if let violation {
            violations[violation, default: 0] += 1
            record.violated(violation, by: connection.peer)
        }
        if let fault { faults[fault, default: 0] += 1 }
        guard members[connection.peer] === connection else { return false }
        members[connection.peer] = nil
        return true
    }

    /// When both dialled each other, the channel that the lower key opened stays.
    private func prefers(_ new: PeerConnection, to old: PeerConnection) -> Bool {
        guard new.isInitiator != old.isInitiator else { return true }
        return new.isInitiator == (PeerID(identity.publicKey) < new.peer)
    }

    // MARK: - Channels

    /// Dials those whom the tracker introduced, as far as budget and room allow.
    func introduced(_ introductions: [Introduction], observed: IPAddress) {
        for introduction in introductions where vacancies > 0 {
            guard DialRule.allows(introduction.address, observed: observed) else {
                budget.ruledOut()
                continue
            }
            guard members[introduction.peer] == nil, !record.isBanned(introduction.peer),
                !arriving.values.contains(where: { $0.peer == introduction.peer }),
                let secret = secrets[introduction.epoch],
                budget.dial(introduction.address, at: loop.now) == nil
            else { continue }
            dial(introduction, secret)
        }
    }

    private func dial(_ introduction: Introduction, _ secret: SwarmSecret) {
        let address = introduction.address
        let dial = PeerDial(
            local: identity, remote: introduction.peer, swarm: swarm, secret: secret,
            payload: introduction.ticket)
        let channel = SecureChannel.dial(dial, to: address, on: loop) { _ in }
        adopt(channel) { [weak self] isOpen in
            self?.assumeIsolated { $0.dialEnded(address, isOpen: isOpen) }
        }
    }

    private func dialEnded(_ address: SocketAddress, isOpen: Bool) {
        if isOpen {
            budget.dialSucceeded(address)
        } else {
            budget.dialEnded(address, at: loop.now)
        }
    }

    private func adopt(
        _ channel: SecureChannel, onDialled: (@Sendable (_ isOpen: Bool) -> Void)? = nil
    ) {
        let connection = PeerConnection(channel: channel, links: links, on: loop)
        arriving[ObjectIdentifier(connection)] = connection
        channel.setHandler { event in
            if let onDialled {
                switch event {
                case .opened: onDialled(true)
                case .closed: onDialled(false)
                case .message, .writable: break
                }
            }
            connection.assumeIsolated { $0.received(event) }
        }
    }

    private func secret(of swarm: SwarmID, _ epoch: Epoch) -> SwarmSecret? {
        swarm == self.swarm ? secrets[epoch] : nil
    }

    private func admits(_ remote: PeerID, _ swarm: SwarmID, _ payload: [UInt8]) -> Bool {
        guard vacancies > 0, !record.isBanned(remote) else { return false }
        return tickets.admits(
            remote, to: swarm, payload: payload, unixTime: WallClock.unixSeconds)
    }
}
