import Crypto
import EventLoop
import Primitives
import Transport

/// A machine with the buffers and the clock that its shell would have.
struct MachineSide: ~Copyable {
    enum Seen: Equatable {
        case opened
        case message([UInt8])
        case closed(ChannelCloseReason)
    }

    var machine: ChannelMachine
    var now = Moment.start
    private(set) var seen: [Seen] = []
    private var plaintext = ByteBuffer()
    private var outgoing = ByteBuffer()

    init(_ machine: consuming ChannelMachine) {
        self.machine = machine
    }

    var isOver: Bool { machine.isOver }

    /// What happened since the last call.
    mutating func takeSeen() -> [Seen] {
        defer { seen = [] }
        return seen
    }

    /// What the machine wants sent since the last call.
    mutating func takeOutgoing() -> [UInt8] {
        defer { outgoing.removeAll() }
        return unsafe Array(outgoing.bytes)
    }

    mutating func connect(unixMilliseconds: UInt64 = 1_700_000_000_000) -> [UInt8] {
        note(machine.connected(unixMilliseconds: unixMilliseconds, sending: &outgoing))
        return takeOutgoing()
    }

    mutating func receive(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { bytes in
            var input = unsafe bytes
            while let event = unsafe machine.receive(
                &input, into: &plaintext, sending: &outgoing)
            {
                note(event)
            }
        }
    }

    /// What the machine sends for `message`.
    mutating func send(_ message: [UInt8], header: [UInt8] = []) -> [UInt8] {
        unsafe message.withUnsafeBytes {
            unsafe machine.send(header: header, body: $0, sending: &outgoing)
        }
        return takeOutgoing()
    }

    mutating func close() -> [UInt8] {
        note(machine.close(at: now, sending: &outgoing))
        return takeOutgoing()
    }

    mutating func disconnect(_ error: LoopError? = nil) {
        note(machine.disconnected(error))
    }

    /// Lets time pass until `moment`.
    mutating func advance(to moment: Moment, queued: Int = 0) {
        now = moment
        note(machine.timedOut(queued: queued, at: moment))
    }

    private mutating func note(_ event: ChannelMachine.Event?) {
        switch event {
        case .opened: seen.append(.opened)
        case .message:
            seen.append(
                .message(
                    unsafe Array(plaintext.bytes.dropFirst(ChannelMachine.messageStart))))
        case .closed(let reason): seen.append(.closed(reason))
        case nil: break
        }
    }
}
