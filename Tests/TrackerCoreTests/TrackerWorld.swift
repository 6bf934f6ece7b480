import Primitives
import TrackerCore
import TrackerWire

/// A tracker in virtual time, with what each client was told by it.
struct TrackerWorld {
    struct Client: Hashable {
        let session: SessionID
        let peer: PeerID
    }

    private(set) var tracker: TrackerState
    private(set) var elapsed: Duration = .zero
    private(set) var told: [SessionID: [TrackerMessage]] = [:]
    private(set) var plans: [SessionID: [IntroductionPlan]] = [:]
    private(set) var epochs: [SessionID: [[Epoch]]] = [:]
    private(set) var attested: [SessionID: [AttestationPlan]] = [:]
    private(set) var closed: [SessionID: SessionEnd] = [:]
    /// Who was asked to show which bytes.
    private(set) var challenged: [SessionID: [SegmentKey]] = [:]
    /// Whether clients answer as those do who have the bytes, at once.
    var answersChallenges = true
    private var reported: [SessionID: [SegmentKey: Root]] = [:]
    /// Grants whose signature is to be checked.
    private(set) var verifying: [(GrantPresentation, SessionID)] = []
    private var opened: UInt64 = 0

    init(_ policy: TrackerPolicy = TrackerPolicy(), seed: UInt64 = 1) {
        tracker = TrackerState(policy: policy, notaryKeys: [.zero], randomSeed: seed)
    }

    var now: TrackerTime {
        TrackerTime(
            moment: .start + elapsed,
            unixSeconds: 1_700_000_000 + UInt64(elapsed.components.seconds))
    }

    /// Opens a session of peer `number`, from an address in a /24 of its own unless one is given.
    mutating func open(
        _ number: Int, from ip: IPAddress? = nil, app: String = "tv"
    ) -> Client {
        opened += 1
        let client = Client(session: SessionID(opened), peer: .numbered(number))
        let address = ip ?? .v4(0x0b00_0001 + UInt32(number) << 8)
        perform { tracker, now, actions in
            tracker.sessionOpened(
                client.session, as: ClientIdentity(peer: client.peer, app: app, bundle: "com.tv"),
                address: SocketAddress(ip: address, port: 50_000), at: now, into: &actions)
        }
        return client
    }

    mutating func say(_ message: ClientMessage?, _ client: Client) {
        perform { $0.received(message, from: client.session, at: $1, into: &$2) }
    }

    mutating func announce(
        _ client: Client, in swarm: SwarmID = .numbered(1), port: UInt16 = 40_000,
        uploads: Bool = true, isEdge: Bool = false, playhead: UInt32 = 0, wanted: UInt8 = 8
    ) {
        say(
            .announce(
                Announce(
                    swarm: swarm, port: port, uploads: uploads, isEdge: isEdge, tracks: [],
                    playheadSeconds: playhead, bufferSeconds: 0, wanted: wanted)), client)
    }

    mutating func report(
        _ client: Client, _ key: SegmentKey = .numbered(7), root: Int = 1,
        length: UInt32 = 2_000_000
    ) {
        if reported[client.session]?[key] == nil {
            reported[client.session, default: [:]][key] = .numbered(root)
        }
        say(
            .digestReport(
                DigestReport(swarm: .numbered(1), key: key, length: length, root: .numbered(root))),
            client)
    }

    mutating func complain(_ client: Client, _ key: SegmentKey = .numbered(7)) {
        say(
            .complaint(Complaint(swarm: .numbered(1), key: key, accused: .numbered(99))), client)
    }

    /// The CDN serves the client something else than what is attested.
    mutating func dispute(_ client: Client, _ key: SegmentKey = .numbered(7)) {
        say(.dispute(Dispute(swarm: .numbered(1), key: key)), client)
    }

    mutating func answer(_ client: Client, _ digest: Int, about key: SegmentKey = .numbered(7)) {
        say(
            .challengeAnswer(
                ChallengeAnswer(swarm: .numbered(1), key: key, digest: .numbered(digest))), client)
    }

    mutating func disconnect(_ client: Client) {
        perform { $0.sessionClosed(client.session, at: $1.moment, into: &$2) }
    }

    /// What is sent to the client piles up.
    mutating func stall(_ client: Client) {
        perform { $0.sessionStalled(client.session, at: $1.moment, into: &$2) }
    }

    /// Answers every question for a signature.
    mutating func verify(areSigned: Bool = true) {
        let asked = verifying
        verifying = []
        for (shown, id) in asked {
            perform { $0.verified(shown, isSigned: areSigned, from: id, at: $1, into: &$2) }
        }
    }

    mutating func use(_ policy: TrackerPolicy) {
        perform { $0.policyChanged(to: policy, at: $1, into: &$2) }
    }

    mutating func shutDown() {
        perform { $0.shutDown(at: $1.moment, into: &$2) }
    }

    /// Lets time pass, stopping at each deadline on the way.
    mutating func advance(_ duration: Duration) {
        let end = elapsed + duration
        while let deadline = tracker.deadline, deadline <= .start + end {
            elapsed = max(elapsed, deadline - .start)
            perform { $0.timedOut(at: $1, into: &$2) }
        }
        elapsed = end
    }

    mutating func forgetWhatWasTold() {
        told = [:]
        plans = [:]
        epochs = [:]
        attested = [:]
    }

    /// Returns the introductions since the last call.
    mutating func takePlans() -> [IntroductionPlan] {
        defer { plans = [:] }
        return plans.values.flatMap { $0 }
    }

    func slots(_ client: Client) -> [SlotAssignment] {
        (told[client.session] ?? []).compactMap { message in
            if case .slot(let assignment) = message { assignment } else { nil }
        }
    }

    func authorizations(of client: Client) -> [Authorization.State] {
        (told[client.session] ?? []).compactMap { message in
            if case .authorization(let authorization) = message { authorization.state } else { nil }
        }
    }

    func expelled(toldTo client: Client) -> [PeerID] {
        (told[client.session] ?? []).flatMap { message in
            if case .expelled(let expulsion) = message { expulsion.peers } else { [PeerID]() }
        }
    }

    func introduced(to client: Client) -> [PeerID] {
        plans[client.session]?.last?.peers.map(\.peer) ?? []
    }

    private mutating func perform(
        _ input: (inout TrackerState, TrackerTime, inout [TrackerAction]) -> Void
    ) {
        var actions: [TrackerAction] = []
        input(&tracker, now, &actions)
        var answers: [(ClientMessage, SessionID)] = []
        for action in actions {
            switch action {
            case .send(let message, let id):
                told[id, default: []].append(message)
            case .sendSecrets(_, let held, let id):
                epochs[id, default: []].append(held)
            case .introduce(let plan, let id):
                plans[id, default: []].append(plan)
            case .attest(let plan, let ids):
                for id in ids { attested[id, default: []].append(plan) }
            case .challenge(let key, let swarm, let id):
                challenged[id, default: []].append(key)
                guard answersChallenges, let root = reported[id]?[key] else { continue }
                let answer = ChallengeAnswer(swarm: swarm, key: key, digest: root.value)
                answers.append((.challengeAnswer(answer), id))
            case .verify(let shown, let id):
                verifying.append((shown, id))
            case .close(let id, let reason):
                closed[id] = reason
            }
        }
        for (answer, id) in answers {
            perform { $0.received(answer, from: id, at: $1, into: &$2) }
        }
    }
}
