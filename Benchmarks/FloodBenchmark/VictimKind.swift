import Crypto
import Primitives
import TrackerCore
import TrackerServer
import TrackerWire
import Transport

/// Who is flooded, and what those who were there before ask of it.
enum VictimKind: String, CaseIterable, Sendable {
    case node, tracker

    static let honest = 50
    static let swarm = SwarmID(number(1))
    static let secret = SwarmSecret(epoch: Epoch(1), secret: Redacted(number(2)))
    static let nodeKeys = StaticKeyPair(secret: SecretBytes32(number(3)))
    static let operatorKeys = OperatorKeys(master: SecretBytes32(number(4)))

    /// As everywhere, but that the honest may come from one address.
    static var nodeLimits: AcceptLimits {
        var limits = AcceptLimits()
        limits.open = 2 * honest
        limits.openPerAddress = limits.open
        limits.openPerPrefix = limits.open
        limits.handshakes.perAddress = nil
        return limits
    }

    static var trackerPolicy: TrackerPolicy {
        var policy = TrackerPolicy()
        policy.sessions.perAddress = nil
        policy.sessions.perPrefix = nil
        return policy
    }

    /// Connections without keys that it holds at most.
    var mostPending: Int {
        switch self {
        case .node: Self.nodeLimits.pending
        case .tracker: Self.trackerPolicy.sessions.pending
        }
    }

    /// How long an honest client rests between an answer and its next question.
    var pause: Duration {
        switch self {
        case .node: .milliseconds(100)
        // A tracker gives an answer of its own once a second.
        case .tracker: .milliseconds(1_050)
        }
    }

    /// Answers of which a percentile is made.
    var answers: Int {
        switch self {
        case .node: 4_000
        case .tracker: 400
        }
    }

    private static func number(_ value: UInt64) -> Bytes32 {
        Bytes32(words: (value, value, value, value))
    }
}
