package import Crypto
package import EventLoop
package import Primitives

/// One side of a secure channel, from its first byte to its close record.
///
/// It does no I/O and reads no clock. What it wants sent it appends to `outgoing`, which the caller
/// sends before the next input. `closed` is the last event; what comes after it is ignored.
package struct ChannelMachine: ~Copyable {
    package enum Event: Equatable, Sendable {
        /// Keys are agreed, and the other side has shown that it has them.
        case opened
        /// The plaintext buffer holds a message after `messageStart`.
        case message
        case closed(ChannelCloseReason)
    }

    private enum State: ~Copyable {
        case handshaking(ChannelHandshake)
        case open(RecordCiphers)
        /// Our close record is sent: waits for the other side to end too, deaf to its messages.
        case closing(RecordCiphers)
        case closed
    }

    private enum Party {
        case responder(PeerID)
        /// An initiator whose message 1 has not been read yet.
        case stranger
        indirect case initiator(ChannelRequest)
    }

    /// Where a message begins in the plaintext of its record.
    package static let messageStart = RecordKind.size
    /// Records in one direction under one key.
    package static let recordsPerKey: UInt64 = 1 << 16

    private var party: Party
    private let longestPlaintext: Int
    private let linger: Duration
    private var state: State
    private var incoming = IncomingBytes()
    /// Of handshake and closing.
    private var phaseDeadline: Moment
    private var pressure: SendPressure

    /// Takes part in a connection that is still to be made; `ephemeral` must be fresh.
    package init(
        dialling dial: ChannelDial, limits: ChannelLimits, ephemeral: SecretBytes32,
        at now: Moment
    ) {
        self.init(
            ChannelHandshake(dialling: dial, limits, ephemeral: ephemeral),
            .responder(dial.remote), limits, at: now)
    }

    /// Takes part in a connection that was just accepted; `ephemeral` must be fresh.
    package init(
        accepting acceptance: ChannelAcceptance, limits: ChannelLimits, ephemeral: SecretBytes32,
        at now: Moment
    ) {
        self.init(
            ChannelHandshake(accepting: acceptance, limits, ephemeral: ephemeral, at: now),
            .stranger, limits, at: now)
        incoming.reserve(HandshakeFormat.longestOpening)
    }

    private init(
        _ handshake: consuming ChannelHandshake, _ party: Party, _ limits: ChannelLimits,
        at now: Moment
    ) {
        state = .handshaking(handshake)
        self.party = party
        longestPlaintext = limits.longestPlaintext
        linger = limits.linger
        phaseDeadline = now + limits.handshakeTime
        pressure = SendPressure(limits)
    }

    /// The other side; known to a responder once message 1 is admitted.
    package var remote: PeerID? {
        switch party {
        case .responder(let remote): remote
        case .stranger: nil
        case .initiator(let request): request.remote
        }
    }

    /// What the other side asked for, if it is the initiator and was admitted.
    package var request: ChannelRequest? {
        switch party {
        case .responder, .stranger: nil
        case .initiator(let request): request
        }
    }

    /// When `timedOut` is next due, or nil while only I/O can move the channel.
    package var deadline: Moment? {
        switch state {
        case .handshaking(let handshake):
            min(handshake.paceDeadline ?? phaseDeadline, phaseDeadline)
        case .open: pressure.deadline
        case .closing: phaseDeadline
        case .closed: nil
        }
    }

    /// Nothing more will be sent or understood: the connection can be closed.
    package var isOver: Bool {
        switch state {
        case .closed: true
        case .handshaking: false
        case .open: false
        case .closing: false
        }
    }

    package var isOpen: Bool {
        switch state {
        case .open: true
        case .handshaking: false
        case .closing: false
        case .closed: false
        }
    }

    /// `closed` has been said, though the connection may still wait for the other side.
    package var hasEnded: Bool {
        switch state {
        case .closing: true
        case .closed: true
        case .handshaking: false
        case .open: false
        }
    }

    /// Memory that holds bytes not yet understood.
    package var incomingCapacity: Int { incoming.capacity }

    // MARK: Inputs

    /// The initiator's connection is made.
    package mutating func connected(
        unixMilliseconds: UInt64, sending outgoing: inout ByteBuffer
    ) -> Event? {
        switch takeState() {
        case .handshaking(var handshake):
            guard handshake.connected(unixMilliseconds: unixMilliseconds, sending: &outgoing)
            else { return end(.handshakeRefused) }
            state = .handshaking(handshake)
            return nil
        case .closed:
            // Closed while the connection was being made.
            return nil
        case .open:
            preconditionFailure("connected twice")
        case .closing:
            preconditionFailure("connected twice")
        }
    }

    /// Understands what `input` begins with and takes it away; nil means that more must arrive first.
    ///
    /// To be called again after each event, with the rest of the input.
    package mutating func receive(
        _ input: inout UnsafeRawBufferPointer, into plaintext: inout ByteBuffer,
        sending outgoing: inout ByteBuffer
    ) -> Event? {
        switch takeState() {
        case .handshaking(let handshake):
            return unsafe shakeHands(handshake, &input, &plaintext, &outgoing)
        case .open(let ciphers):
            return unsafe readRecord(ciphers, &input, &plaintext)
        case .closing(let ciphers):
            unsafe awaitClose(ciphers, &input, &plaintext)
            return nil
        case .closed:
            unsafe input = UnsafeRawBufferPointer(start: nil, count: 0)
            return nil
        }
    }

    /// Keeps `input` while the owner does not want its messages yet.
    package mutating func keep(_ input: inout UnsafeRawBufferPointer) {
        unsafe incoming.keepAll(of: &input)
    }

    /// Appends one record; ignored once the channel is closed, which an owner may not know yet.
    package mutating func send(
        header: [UInt8], body: UnsafeRawBufferPointer, sending outgoing: inout ByteBuffer
    ) {
        precondition(
            RecordKind.size + header.count + body.count <= longestPlaintext,
            "a message of \(header.count) + \(body.count) bytes is too long")
        switch takeState() {
        case .open(var ciphers):
            unsafe ciphers.seal(.message, header: header, body: body, into: &outgoing)
            state = .open(ciphers)
        case .closing(let ciphers):
            state = .closing(ciphers)
        case .closed:
            break
        case .handshaking:
            preconditionFailure("the channel is not open yet")
        }
    }

    /// Ends the channel from our side.
    package mutating func close(
        at now: Moment, sending outgoing: inout ByteBuffer
    ) -> Event? {
        switch takeState() {
        case .open(var ciphers):
            ciphers.seal(.close, into: &outgoing)
            state = .closing(ciphers)
            phaseDeadline = now + linger
            return .closed(.closedByUs)
        case .handshaking:
            // The other side has shown nothing that a close record could answer.
            return end(.closedByUs)
        case .closing(let ciphers):
            state = .closing(ciphers)
            return nil
        case .closed:
            return nil
        }
    }

    /// The connection ended; `error` is nil if the other side ended it in good order.
    package mutating func disconnected(_ error: LoopError?) -> Event? {
        let reason = error.map { ChannelCloseReason.connectionFailed($0) } ?? .endWithoutClose
        switch takeState() {
        case .handshaking(let handshake):
            return end(handshake.isRefusal(error) ? .handshakeRefused : reason)
        case .open:
            return end(reason)
        case .closing:
            return nil
        case .closed:
            return nil
        }
    }

    /// TCP was given `count` bytes, after which `queued` wait.
    package mutating func wrote(_ count: Int, queued: Int, at now: Moment) -> Event? {
        let isBearable = pressure.wrote(count, queued: queued, at: now)
        return isBearable || hasEnded ? nil : end(.stalled)
    }

    /// TCP has taken all; true if the owner waits for that.
    package mutating func drained() -> Bool {
        pressure.drained()
    }

    package mutating func timedOut(queued: Int, at now: Moment) -> Event? {
        guard let deadline, deadline <= now else { return nil }
        switch takeState() {
        case .handshaking(var handshake):
            guard now < phaseDeadline, handshake.keepsPace(at: now) else {
                return end(.handshakeTimedOut)
            }
            state = .handshaking(handshake)
            return nil
        case .open(let ciphers):
            guard pressure.timedOut(queued: queued, at: now) else { return end(.stalled) }
            state = .open(ciphers)
            return nil
        case .closing:
            return nil
        case .closed:
            return nil
        }
    }

    // MARK: Reading

    private mutating func shakeHands(
        _ handshake: consuming ChannelHandshake, _ input: inout UnsafeRawBufferPointer,
        _ plaintext: inout ByteBuffer, _ outgoing: inout ByteBuffer
    ) -> Event? {
        let outcome = unsafe handshake.receive(
            from: &incoming, &input, into: &plaintext, sending: &outgoing)
        switch consume outcome {
        case .incomplete:
            state = .handshaking(handshake)
            return nil
        case .admitted(let request):
            party = .initiator(request)
            state = .handshaking(handshake)
            return nil
        case .agreed(let ciphers):
            state = .open(ciphers)
            return .opened
        case .refused(let reason):
            return end(reason)
        }
    }

    private mutating func readRecord(
        _ ciphers: consuming RecordCiphers, _ input: inout UnsafeRawBufferPointer,
        _ plaintext: inout ByteBuffer
    ) -> Event? {
        switch unsafe ciphers.next(from: &incoming, &input, into: &plaintext) {
        case .incomplete:
            state = .open(ciphers)
            return nil
        case .record(.message):
            state = .open(ciphers)
            return .message
        case .record(.close):
            return end(.closedByRemote)
        case .record(.confirm):
            return end(.badRecord)
        case .refused(let reason):
            return end(reason)
        }
    }

    private mutating func awaitClose(
        _ ciphers: consuming RecordCiphers, _ input: inout UnsafeRawBufferPointer,
        _ plaintext: inout ByteBuffer
    ) {
        while true {
            switch unsafe ciphers.next(from: &incoming, &input, into: &plaintext) {
            case .record(.message):
                continue
            case .incomplete:
                state = .closing(ciphers)
                return
            case .record(.close), .record(.confirm), .refused:
                return
            }
        }
    }

    // MARK: State

    /// Leaves `closed` behind: each input puts back what holds on.
    private mutating func takeState() -> State {
        var current = State.closed
        swap(&current, &state)
        return current
    }

    private mutating func end(_ reason: ChannelCloseReason) -> Event {
        state = .closed
        return .closed(reason)
    }
}
