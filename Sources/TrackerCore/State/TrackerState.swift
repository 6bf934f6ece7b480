package import Primitives
package import TrackerWire

/// The whole tracker but for sockets, keys and clocks: who is here, who hears of whom, what is attested.
///
/// Each input appends what the shell has to do. After each the shell arms its timer for `deadline`, and calls
/// `timedOut` then. Nothing a client says traps, and what it makes the tracker remember is bounded by `policy`.
package struct TrackerState: Sendable {
    package internal(set) var policy: TrackerPolicy
    package internal(set) var counters = TrackerCounters()

    let notaryKeys: [Bytes32]
    var usedGrants = UsedGrants()
    var epochs: SecretEpochs
    var sessions = SessionTable()
    var swarms: [SwarmID: Swarm] = [:]
    var disclosures: DisclosureLedger<PeerID>
    /// To all who are at an address, whatever keys they make for themselves.
    var addressDisclosures: DisclosureLedger<IPAddress>
    var timers = DeadlineQueue<TrackerTimer>()
    var random: SeededRandom

    /// `randomSeed` decides who is introduced to whom; `notaryKeys` are the operator's:
    /// told to each client, and always trusted to issue grants.
    package init(policy: TrackerPolicy, notaryKeys: [Bytes32], randomSeed: UInt64) {
        self.policy = policy
        self.notaryKeys = notaryKeys
        epochs = SecretEpochs(lifetime: policy.swarms.secretLifetime)
        disclosures = DisclosureLedger(clientLimit: policy.introductions.rememberedClients)
        addressDisclosures = DisclosureLedger(
            clientLimit: policy.introductions.rememberedClients)
        random = SeededRandom(seed: randomSeed)
    }

    package var sessionCount: Int { sessions.count }
    package var swarmCount: Int { swarms.count }

    /// When `timedOut` is next due, or nil while only messages can move the tracker.
    package var deadline: Moment? { timers.first }

    /// A client proved that it holds its key, and showed good credentials.
    package mutating func sessionOpened(
        _ id: SessionID, as client: ClientIdentity, address: SocketAddress, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        if let earlier = sessions.session(of: client.peer) {
            end(earlier, because: .replaced, at: now.moment, into: &actions)
        }
        let ip = address.ip.unmapped
        guard sessions.hasRoom(for: ip, limits: policy.sessions) else {
            counters.sessionsRefused += 1
            actions.append(.close(id, because: .noRoom))
            return
        }
        counters.sessionsOpened += 1
        let clientPolicy = policy.forClients(of: client.app)
        let session = Session(
            client: client, address: ip, opened: now.moment, lastHeard: now.moment,
            messages: RateLimiter(at: now.moment), toldPolicy: clientPolicy)
        sessions.insert(session, as: id)
        timers.insert(.silence(id), due: now.moment + policy.sessions.silence)
        let observed = SocketAddress(ip: ip, port: address.port)
        let welcome = Welcome(
            observed: observed, policy: clientPolicy, notaryKeys: notaryKeys,
            unixTime: now.unixSeconds)
        actions.append(.send(.welcome(welcome), to: id))
        guard clientPolicy.grantsRequired else { return }
        timers.insert(.patience(id), due: now.moment + policy.grants.patience)
    }

    /// A message came; nil stands for one that could not be decoded.
    package mutating func received(
        _ message: ClientMessage?, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        guard sessions[id] != nil else {
            // The machine ended the session while the message was on its way.
            return
        }
        sessions[id]?.lastHeard = now.moment
        guard let message else {
            end(id, because: .malformedMessage, at: now.moment, into: &actions)
            return
        }
        counters.messages += 1
        guard admits(messageFrom: id, at: now.moment, into: &actions) else { return }
        switch message {
        case .announce(let announce):
            self.announce(announce, from: id, at: now, into: &actions)
        case .digestReport(let report):
            self.report(report, from: id, at: now, into: &actions)
        case .complaint(let complaint):
            self.complain(complaint, from: id, at: now.moment)
        case .dispute(let dispute):
            self.dispute(dispute, from: id, at: now, into: &actions)
        case .leave(let swarm):
            leave(swarm, session: id, at: now.moment, into: &actions)
        case .statistics(let statistics):
            hear(id, in: statistics.swarm, at: now.moment)
            counters.add(statistics)
        case .grant(let shown):
            present(shown, from: id, at: now, into: &actions)
        case .challengeAnswer(let answer):
            self.answer(answer, from: id, at: now, into: &actions)
        }
    }

    /// The channel is gone; a session that the machine ended itself is unknown by then.
    package mutating func sessionClosed(
        _ id: SessionID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        forget(id, at: now, into: &actions)
    }

    /// What was sent to the client piles up on this side of its channel.
    package mutating func sessionStalled(
        _ id: SessionID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        end(id, because: .notReading, at: now, into: &actions)
    }

    package mutating func timedOut(at now: TrackerTime, into actions: inout [TrackerAction]) {
        while let timer = timers.popFirst(dueAt: now.moment) {
            switch timer {
            case .silence(let id):
                checkSilence(of: id, at: now.moment, into: &actions)
            case .patience(let id):
                checkPatience(of: id, at: now, into: &actions)
            case .grants(let id):
                checkExpiry(of: id, at: now, into: &actions)
            case .counts(let swarm):
                tellCounts(of: swarm, at: now.moment, into: &actions)
            case .attestation(let swarm, let key):
                attest(key, in: swarm, at: now, into: &actions)
            }
        }
    }

    /// Ends every session; none is to be opened after this.
    package mutating func shutDown(at now: Moment, into actions: inout [TrackerAction]) {
        for id in sessions.ids { end(id, because: .shuttingDown, at: now, into: &actions) }
    }
}

extension TrackerCounters {
    mutating func add(_ statistics: Statistics) {
        func add(_ bytes: UInt64, to sum: inout UInt64) {
            let (total, overflow) = sum.addingReportingOverflow(bytes)
            sum = overflow ? .max : total
        }
        add(statistics.peerBytes, to: &peerBytes)
        add(statistics.cdnBytes, to: &cdnBytes)
        add(statistics.uploadedBytes, to: &uploadedBytes)
    }
}
