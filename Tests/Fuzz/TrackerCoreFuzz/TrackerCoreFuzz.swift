import Primitives
import TrackerCore
import TrackerWire

/// The input is what a tracker's shell tells it: who comes and goes, what they say, and how time passes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrackerCore(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var world = FuzzedTracker()
    var rest = input[...]
    while let word = rest.popFirst() {
        let value = rest.popFirst() ?? 0
        switch word {
        case 0: world.open(value)
        case 1: world.pass(.milliseconds(Int64(value) * 100))
        case 2: world.close(value)
        case 3: world.stall(value)
        default:
            let message = Array(rest.prefix(Int(word)))
            rest = rest.dropFirst(Int(word))
            world.say(message, value)
        }
    }
    return 0
}

/// A tracker, and what may never come out of it.
private struct FuzzedTracker {
    private static let policy: TrackerPolicy = {
        var policy = TrackerPolicy()
        policy.sessions.total = 12
        policy.introductions.peersPerHour = 5
        policy.notary.credentialAge = .seconds(1)
        return policy
    }()

    private var tracker = TrackerState(
        policy: policy, notaryKeys: [.zero], randomSeed: 1)
    private var elapsed: Duration = .zero
    private var opened: UInt64 = 0
    private var sessions: [UInt8: SessionID] = [:]
    private var told: [PeerID: Set<PeerID>] = [:]

    private var now: TrackerTime {
        TrackerTime(
            moment: .start + elapsed,
            unixSeconds: 1_700_000_000 + UInt64(elapsed.components.seconds))
    }

    private func peer(_ number: UInt8) -> PeerID {
        let word = UInt64(number)
        return PeerID(Bytes32(words: (word, word, word, word)))
    }

    mutating func open(_ number: UInt8) {
        opened += 1
        let session = SessionID(opened)
        sessions[number] = session
        let address = SocketAddress(ip: .v4(0x0b00_0000 + UInt32(number) << 6), port: 5_000)
        let client = ClientIdentity(peer: peer(number), app: "tv", bundle: "com.tv")
        perform { $0.sessionOpened(session, as: client, address: address, at: $1, into: &$2) }
        precondition(tracker.sessionCount <= Self.policy.sessions.total, "more than allowed")
    }

    mutating func say(_ record: [UInt8], _ number: UInt8) {
        guard let session = sessions[number] else { return }
        let message: ClientMessage?
        do throws(WireError) {
            message = try ClientMessage(decoding: record.span)
        } catch {
            message = nil
        }
        perform { $0.received(message, from: session, at: $1, into: &$2) }
    }

    mutating func close(_ number: UInt8) {
        guard let session = sessions.removeValue(forKey: number) else { return }
        perform { $0.sessionClosed(session, at: $1.moment, into: &$2) }
    }

    mutating func stall(_ number: UInt8) {
        guard let session = sessions[number] else { return }
        perform { $0.sessionStalled(session, at: $1.moment, into: &$2) }
    }

    mutating func pass(_ time: Duration) {
        elapsed += time
        guard let deadline = tracker.deadline, deadline <= now.moment else { return }
        perform { $0.timedOut(at: $1, into: &$2) }
        precondition(tracker.deadline.map { $0 > now.moment } ?? true, "time stands still")
    }

    private mutating func perform(
        _ input: (inout TrackerState, TrackerTime, inout [TrackerAction]) -> Void
    ) {
        var actions: [TrackerAction] = []
        input(&tracker, now, &actions)
        for action in actions {
            switch action {
            case .introduce(let plan, _): check(plan)
            case .attest(let plan, _):
                precondition(plan.notBefore <= plan.notAfter, "never valid")
            case .send, .sendSecrets, .challenge, .verify, .close: break
            }
        }
    }

    private mutating func check(_ plan: IntroductionPlan) {
        precondition(plan.peers.count <= 8, "more than a reply may hold")
        let now = UInt32(clamping: now.unixSeconds)
        precondition(plan.ticketsNotAfter <= now + IntroductionTicket.longestValidity)
        for peer in plan.peers {
            precondition(peer.peer != plan.initiator, "introduced to itself")
            precondition(peer.address.port >= 1_024, "a port of a system service")
            guard case .v4(let address) = peer.address.ip else {
                preconditionFailure("an address that was never seen")
            }
            precondition(address >> 24 == 0x0b, "an address that was never seen")
            told[plan.initiator, default: []].insert(peer.peer)
        }
        // An hour never passes in full: the clock goes by at most 25 s a step.
        precondition(
            elapsed > .seconds(3_600) || told[plan.initiator, default: []].count <= 5,
            "told of more peers than an hour allows")
    }
}
