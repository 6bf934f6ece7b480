import Crypto
import Primitives
import Transport

/// A machine with its buffers, and keys that are the same in each run.
struct FuzzSide: ~Copyable {
    private static let swarm = SwarmID(Bytes32(words: (5, 5, 5, 5)))
    private static let secret = SwarmSecret(
        epoch: Epoch(3), secret: Redacted(Bytes32(words: (6, 6, 6, 6))))
    private static let initiatorKeys = pair(1)
    private static let responderKeys = pair(2)

    var machine: ChannelMachine
    private(set) var messages: [[UInt8]] = []
    private(set) var openings = 0
    private(set) var ends = 0
    private var plaintext = ByteBuffer()
    private var outgoing = ByteBuffer()

    private init(_ machine: consuming ChannelMachine) {
        self.machine = machine
    }

    static func peerResponder() -> FuzzSide {
        accepting(.peers { $0 == swarm && $1 == secret.epoch ? secret : nil })
    }

    static func trackerResponder() -> FuzzSide { accepting(.clients) }

    static func initiator() -> FuzzSide {
        let dial = PeerDial(
            local: initiatorKeys, remote: PeerID(responderKeys.publicKey), swarm: swarm,
            secret: secret, payload: Array("the ticket".utf8))
        return FuzzSide(
            ChannelMachine(
                dialling: .peer(dial), limits: ChannelLimits(), ephemeral: ephemeral(8),
                at: .start))
    }

    static func greetedInitiator() -> FuzzSide {
        var side = initiator()
        _ = side.connect()
        return side
    }

    mutating func connect() -> [UInt8] {
        note(machine.connected(unixMilliseconds: 1_700_000_000_000, sending: &outgoing))
        return takeOutgoing()
    }

    mutating func takeOutgoing() -> [UInt8] {
        defer { outgoing.removeAll() }
        return unsafe Array(outgoing.bytes)
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            var input = unsafe bytes
            while let event = unsafe machine.receive(
                &input, into: &plaintext, sending: &outgoing)
            {
                note(event)
            }
        }
    }

    mutating func send(_ message: [UInt8]) -> [UInt8] {
        unsafe message.withUnsafeBytes {
            unsafe machine.send(header: [], body: $0, sending: &outgoing)
        }
        return takeOutgoing()
    }

    mutating func close() -> [UInt8] {
        note(machine.close(at: .start, sending: &outgoing))
        return takeOutgoing()
    }

    mutating func disconnect() {
        note(machine.disconnected(nil))
    }

    private mutating func note(_ event: ChannelMachine.Event?) {
        precondition(ends == 0 || event == nil, "something comes after the end")
        switch event {
        case .opened:
            openings += 1
            precondition(openings == 1, "opened twice")
        case .message:
            precondition(openings == 1, "a message before the keys")
            messages.append(
                unsafe Array(plaintext.bytes.dropFirst(ChannelMachine.messageStart)))
        case .closed: ends += 1
        case nil: break
        }
    }

    private static func accepting(_ callers: ChannelAcceptance.Callers) -> FuzzSide {
        let acceptance = ChannelAcceptance(local: responderKeys, callers: callers) { _ in true }
        return FuzzSide(
            ChannelMachine(
                accepting: acceptance, limits: ChannelLimits(), ephemeral: ephemeral(9),
                at: .start))
    }

    private static func pair(_ number: UInt64) -> StaticKeyPair {
        StaticKeyPair(secret: ephemeral(number))
    }

    private static func ephemeral(_ number: UInt64) -> SecretBytes32 {
        SecretBytes32(Bytes32(words: (number, number, number, number)))
    }
}
