package import EventLoop
package import Primitives
import Crypto

/// An encrypted channel between two engines, or between an engine and its tracker, over one connection.
///
/// Used on its loop's thread only. Events come on that thread, and `closed` never from within a call to
/// the channel. Stays open until it fails or is closed: whoever holds it last must close it.
package final class SecureChannel: @unchecked Sendable {
    @safe package enum Event: @unchecked Sendable {
        /// Keys are agreed, and the other side has shown that it has them: messages may be sent.
        case opened
        /// Valid during the call.
        case message(UnsafeRawBufferPointer)
        /// All that was queued is sent, after there had been more than `SendPressure.lowWater`.
        case writable
        /// The last event.
        case closed(ChannelCloseReason)
    }

    package typealias Handler = @Sendable (Event) -> Void

    private enum Line {
        case none
        case connecting(TCPConnectAttempt)
        case connected(TCPConnection)
    }

    /// Who accepted the channel.
    struct Listener {
        /// Called once, before `opened`, to find an owner.
        let onOpened: (SecureChannel) -> Void
        /// Called once, when the connection is closed.
        let onEnd: (SecureChannel) -> Void
    }

    /// Small records of one turn leave together; a longer queue is not held back.
    private static let corkedSize = 32 * 1024

    package let isInitiator: Bool
    package let remoteAddress: SocketAddress
    private let loop: UVEventLoop
    private var machine: ChannelMachine
    private var line = Line.none
    private var timer: LoopTimer?
    private var armedDeadline: Moment?
    private var handler: Handler?
    private var listener: Listener?
    private var outgoing = ByteBuffer()
    private var plaintext = ByteBuffer()
    private var isPaused = false
    private var isDelivering = false

    /// Begins to call a peer; `onEvent` comes later.
    package static func dial(
        _ peer: PeerDial, to address: SocketAddress, on loop: UVEventLoop,
        limits: ChannelLimits = ChannelLimits(), onEvent: @escaping Handler
    ) -> SecureChannel {
        SecureChannel(dialling: .peer(peer), to: address, on: loop, limits, onEvent)
    }

    /// Begins to call a tracker; `onEvent` comes later.
    package static func dial(
        _ tracker: TrackerDial, to address: SocketAddress, on loop: UVEventLoop,
        limits: ChannelLimits = ChannelLimits(), onEvent: @escaping Handler
    ) -> SecureChannel {
        SecureChannel(dialling: .tracker(tracker), to: address, on: loop, limits, onEvent)
    }

    private init(
        dialling dial: ChannelDial, to address: SocketAddress, on loop: UVEventLoop,
        _ limits: ChannelLimits, _ onEvent: @escaping Handler
    ) {
        loop.preconditionOnLoop()
        self.loop = loop
        isInitiator = true
        remoteAddress = address
        handler = onEvent
        machine = ChannelMachine(
            dialling: dial, limits: limits, ephemeral: SecretBytes32(), at: loop.now)
        line = .connecting(
            TCPConnection.connect(to: address, on: loop) { [self] in connected($0) })
        armTimer()
    }

    init(
        accepted connection: TCPConnection, _ acceptance: ChannelAcceptance,
        on loop: UVEventLoop, limits: ChannelLimits, listener: Listener
    ) {
        loop.preconditionOnLoop()
        self.loop = loop
        isInitiator = false
        remoteAddress = connection.remoteAddress
        self.listener = listener
        machine = ChannelMachine(
            accepting: acceptance, limits: limits, ephemeral: SecretBytes32(), at: loop.now)
        start(connection)
        armTimer()
    }

    /// The other side, which the handshake proves; an accepted channel knows it from its first event on.
    package var remote: PeerID {
        loop.preconditionOnLoop()
        guard let remote = machine.remote else {
            preconditionFailure("nobody has said yet who calls")
        }
        return remote
    }

    /// What the initiator of an accepted channel asked for.
    var request: ChannelRequest? { machine.request }

    /// Says who is told from now on; the owner of an accepted channel must do it in `onAccept`.
    package func setHandler(_ onEvent: @escaping Handler) {
        loop.preconditionOnLoop()
        guard !machine.hasEnded else { return }
        handler = onEvent
    }

    /// Sends one message of at most 32 KiB and 63 bytes, after `opened`; ignored after the end.
    package func send(_ message: [UInt8]) {
        unsafe message.withUnsafeBytes { unsafe send(header: [], body: $0) }
    }

    /// Sends `header` and `body` as one message, encrypting the body straight from where it lies.
    package func send(header: [UInt8], body: UnsafeRawBufferPointer) {
        loop.preconditionOnLoop()
        unsafe machine.send(header: header, body: body, sending: &outgoing)
        guard !isDelivering || outgoing.count >= Self.corkedSize else { return }
        flush()
        armTimer()
    }

    /// Bytes that TCP has not taken.
    ///
    /// Owners stop at `ChannelLimits.sendBuffer` until `writable`.
    package var queuedBytes: Int {
        loop.preconditionOnLoop()
        guard case .connected(let connection) = line else { return 0 }
        return connection.queuedBytes + outgoing.count
    }

    /// No `message` until `resumeReading`; TCP slows the sender down.
    package func pauseReading() {
        loop.preconditionOnLoop()
        isPaused = true
        if holdsBack { stopReading() }
    }

    /// Messages that had already arrived come on the loop's next turn.
    package func resumeReading() {
        loop.preconditionOnLoop()
        guard isPaused else { return }
        isPaused = false
        loop.execute { self.continueReading() }
    }

    /// Says so to the other side; `closed(.closedByUs)` comes on the loop's next turn.
    package func close() {
        loop.preconditionOnLoop()
        guard let event = machine.close(at: loop.now, sending: &outgoing) else { return }
        tellLater(event)
        flush()
        if machine.isOver { hangUp() }
        resumeReading()
        armTimer()
    }

    // MARK: - Connection

    private func connected(_ result: Result<TCPConnection, LoopError>) {
        switch result {
        case .success(let connection):
            start(connection)
            let event = machine.connected(
                unixMilliseconds: UnixTime.milliseconds, sending: &outgoing)
            if let event { deliver(event) }
            flush()
            armTimer()
        case .failure(let error):
            line = .none
            if let event = machine.disconnected(error) { deliver(event) }
        }
    }

    private func start(_ connection: TCPConnection) {
        line = .connected(connection)
        connection.start { [self] event in
            switch event {
            case .bytes(let bytes): unsafe received(bytes)
            case .drained: drained()
            case .end: disconnected(nil)
            case .failed(let error): disconnected(error)
            }
        }
    }

    private func received(_ bytes: UnsafeRawBufferPointer) {
        var input = unsafe bytes
        isDelivering = true
        while !holdsBack,
            let event = unsafe machine.receive(
                &input, into: &plaintext, sending: &outgoing)
        {
            deliver(event)
        }
        isDelivering = false
        if holdsBack {
            unsafe machine.keep(&input)
            stopReading()
        }
        flush()
        if machine.isOver { hangUp() }
        armTimer()
    }

    private func continueReading() {
        guard !isPaused else { return }
        unsafe received(UnsafeRawBufferPointer(start: nil, count: 0))
        guard !isPaused, case .connected(let connection) = line else { return }
        connection.resumeReading()
    }

    /// The handshake goes on while the owner wants no messages.
    private var holdsBack: Bool { isPaused && machine.isOpen }

    private func stopReading() {
        guard case .connected(let connection) = line else { return }
        connection.pauseReading()
    }

    private func drained() {
        guard machine.drained() else { return armTimer() }
        handler?(.writable)
        armTimer()
    }

    private func disconnected(_ error: LoopError?) {
        if let event = machine.disconnected(error) { deliver(event) }
        hangUp()
    }

    private func flush() {
        guard case .connected(let connection) = line, !outgoing.isEmpty else { return }
        let count = outgoing.count
        unsafe connection.write(outgoing.bytes)
        outgoing.removeAll()
        guard
            let event = machine.wrote(count, queued: connection.queuedBytes, at: loop.now)
        else { return }
        tellLater(event)
        hangUp()
    }

    // MARK: - Time

    private func timerFired() {
        armedDeadline = nil
        if let event = machine.timedOut(queued: queuedBytes, at: loop.now) { deliver(event) }
        if machine.isOver { hangUp() }
        armTimer()
    }

    private func armTimer() {
        guard !machine.isOver, let deadline = machine.deadline else { return }
        // A deadline that has moved back is looked at when the timer fires.
        if let armedDeadline, armedDeadline <= deadline { return }
        armedDeadline = deadline
        let timer = timer ?? LoopTimer(on: loop) { [weak self] in self?.timerFired() }
        self.timer = timer
        timer.arm(at: deadline)
    }

    // MARK: - Events

    private func deliver(_ event: ChannelMachine.Event) {
        switch event {
        case .opened:
            listener?.onOpened(self)
            precondition(
                handler != nil || machine.hasEnded, "the channel's owner has not set its handler")
            handler?(.opened)
        case .message:
            let message = unsafe UnsafeRawBufferPointer(
                rebasing: plaintext.bytes[ChannelMachine.messageStart...])
            unsafe handler?(.message(message))
        case .closed(let reason):
            let last = handler
            handler = nil
            hangUp()
            last?(.closed(reason))
        }
    }

    /// Tells the owner of the end on the next turn, because one of its own calls brought it about.
    private func tellLater(_ event: ChannelMachine.Event) {
        guard case .closed(let reason) = event, let last = handler else { return }
        handler = nil
        loop.execute { last(.closed(reason)) }
    }

    private func hangUp() {
        timer?.close()
        timer = nil
        switch line {
        case .none: break
        case .connecting(let attempt): attempt.cancel()
        case .connected(let connection): connection.close()
        }
        line = .none
        let listener = listener
        self.listener = nil
        listener?.onEnd(self)
    }
}
