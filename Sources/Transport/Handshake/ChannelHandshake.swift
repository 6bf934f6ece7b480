import Crypto
import EventLoop
import Primitives

/// The part of a channel's life before both sides have shown that they have the keys.
struct ChannelHandshake: ~Copyable {
    enum Outcome: ~Copyable {
        /// More bytes must arrive first.
        case incomplete
        /// Message 2 is written; the initiator has still to show that it can read it.
        case admitted(ChannelRequest)
        case agreed(RecordCiphers)
        case refused(ChannelCloseReason)
    }

    private enum State: ~Copyable {
        /// Initiator: waits for the connection.
        case dialling(ChannelDial)
        /// Initiator: waits for message 2.
        case greeted(NoiseHandshake)
        /// Responder: waits for preamble, message 1 and its mark.
        case listening(ChannelAcceptance)
        /// Responder: has sent message 2, and nothing more until the initiator's first record.
        case answered(RecordCiphers)
        /// Agreed or refused.
        case over
    }

    private let longestPlaintext: Int
    private let ephemeral: SecretBytes32
    private var state: State
    /// Of an initiator that has not shown who it is yet.
    private var pace: OpeningPace?

    init(dialling dial: ChannelDial, _ limits: ChannelLimits, ephemeral: SecretBytes32) {
        longestPlaintext = limits.longestPlaintext
        self.ephemeral = ephemeral
        state = .dialling(dial)
    }

    init(
        accepting acceptance: ChannelAcceptance, _ limits: ChannelLimits,
        ephemeral: SecretBytes32, at now: Moment
    ) {
        longestPlaintext = limits.longestPlaintext
        self.ephemeral = ephemeral
        state = .listening(acceptance)
        pace = OpeningPace(bytesPerSecond: limits.openingBytesPerSecond, at: now)
    }

    /// When `keepsPace` is to be asked next, or nil once the initiator has only the absolute limit.
    var paceDeadline: Moment? { pace?.deadline }

    /// Whether what there is of the opening came fast enough.
    mutating func keepsPace(at now: Moment) -> Bool { pace?.keepsUp(at: now) ?? true }

    /// Whether a connection that ends like this was refused: a responder does not say so.
    func isRefusal(_ error: LoopError?) -> Bool {
        switch state {
        case .greeted: error == nil || error == .connectionReset
        case .dialling: false
        case .listening: false
        case .answered: false
        case .over: false
        }
    }

    /// The initiator's connection is made: false if the other side's key cannot be called.
    mutating func connected(unixMilliseconds: UInt64, sending outgoing: inout ByteBuffer) -> Bool {
        guard case .dialling(let dial) = takeState() else {
            preconditionFailure("connected twice")
        }
        do throws(NoiseError) {
            let greeting = try dial.begin(ephemeral: ephemeral, unixMilliseconds: unixMilliseconds)
            outgoing.append(greeting.bytes)
            state = .greeted(greeting.handshake)
            return true
        } catch {
            // Somebody told us a key that agrees on zero with everybody.
            return false
        }
    }

    mutating func receive(
        from incoming: inout IncomingBytes, _ input: inout UnsafeRawBufferPointer,
        into plaintext: inout ByteBuffer, sending outgoing: inout ByteBuffer
    ) -> Outcome {
        switch takeState() {
        case .greeted(let handshake):
            return unsafe readReply(handshake, &incoming, &input, &outgoing)
        case .listening(let acceptance):
            let count = input.count
            defer { pace?.received(count - input.count) }
            return unsafe readOpening(acceptance, &incoming, &input, &outgoing)
        case .answered(let ciphers):
            return unsafe readFirstRecord(ciphers, &incoming, &input, &plaintext)
        case .dialling:
            preconditionFailure("bytes before the connection")
        case .over:
            preconditionFailure("bytes after the handshake")
        }
    }

    private mutating func readReply(
        _ handshake: consuming NoiseHandshake, _ incoming: inout IncomingBytes,
        _ input: inout UnsafeRawBufferPointer, _ outgoing: inout ByteBuffer
    ) -> Outcome {
        let size = HandshakeFormat.lengthSize + HandshakeFormat.second
        guard let reply = unsafe incoming.peek(size, from: &input) else {
            state = .greeted(handshake)
            return .incomplete
        }
        let bytes = unsafe Array(reply)
        unsafe incoming.take(size, from: &input)
        let message = Array(bytes.dropFirst(HandshakeFormat.lengthSize))
        guard bytes == HandshakeFormat.framed(message), reads(&handshake, message) else {
            return .refused(.handshakeRefused)
        }
        var ciphers = RecordCiphers(handshake.split(), longestPlaintext: longestPlaintext)
        ciphers.seal(.confirm, into: &outgoing)
        return .agreed(ciphers)
    }

    private func reads(_ handshake: inout NoiseHandshake, _ message: [UInt8]) -> Bool {
        do throws(NoiseError) {
            return try handshake.readMessage(message).isEmpty
        } catch {
            return false
        }
    }

    private mutating func readOpening(
        _ acceptance: ChannelAcceptance, _ incoming: inout IncomingBytes,
        _ input: inout UnsafeRawBufferPointer, _ outgoing: inout ByteBuffer
    ) -> Outcome {
        var size = ChannelPreamble.kindEnd
        while let opening = unsafe incoming.peek(size, from: &input) {
            guard let whole = unsafe acceptance.openingSize(opening) else {
                return .refused(.handshakeRefused)
            }
            guard whole == size else {
                size = whole
                continue
            }
            let bytes = unsafe Array(opening)
            unsafe incoming.take(size, from: &input)
            // An initiator has nothing to say before it has read message 2.
            guard unsafe input.isEmpty,
                let answer = acceptance.answer(bytes, ephemeral: ephemeral)
            else { return .refused(.handshakeRefused) }
            outgoing.append(answer.bytes)
            let request = answer.request
            pace = nil
            state = .answered(
                RecordCiphers(answer.ciphers, longestPlaintext: longestPlaintext))
            return .admitted(request)
        }
        state = .listening(acceptance)
        return .incomplete
    }

    private mutating func readFirstRecord(
        _ ciphers: consuming RecordCiphers, _ incoming: inout IncomingBytes,
        _ input: inout UnsafeRawBufferPointer, _ plaintext: inout ByteBuffer
    ) -> Outcome {
        switch unsafe ciphers.next(from: &incoming, &input, into: &plaintext) {
        case .incomplete:
            state = .answered(ciphers)
            return .incomplete
        case .record(.confirm):
            return .agreed(ciphers)
        case .record(.message), .record(.close):
            return .refused(.badRecord)
        case .refused(let reason):
            return .refused(reason)
        }
    }

    private mutating func takeState() -> State {
        var current = State.over
        swap(&current, &state)
        return current
    }
}
