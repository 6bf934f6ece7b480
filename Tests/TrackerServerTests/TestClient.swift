import Crypto
import EventLoop
import Primitives
import TrackerServer
import TrackerWire
import Transport

/// A client of a tracker over a real channel, which remembers what it was told until a test asks for it.
actor TestClient {
    enum Event: Sendable {
        case message(TrackerMessage)
        case closed(ChannelCloseReason)
    }

    struct Ended: Error {
        let reason: ChannelCloseReason
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    nonisolated let peer: PeerID
    private nonisolated let loop: UVEventLoop
    private let local: StaticKeyPair
    private var channel: SecureChannel?
    private var isOpen = false
    private var unsaid: [[UInt8]] = []
    private var events: [Event] = []
    private var waiter: CheckedContinuation<Void, Never>?

    init(on loop: UVEventLoop, local: StaticKeyPair = .generate()) {
        self.loop = loop
        self.local = local
        peer = PeerID(local.publicKey)
    }

    func dial(_ address: SocketAddress, trackerKey: Bytes32, payload: [UInt8]) {
        let dial = TrackerDial(local: local, trackerKey: trackerKey, payload: payload)
        channel = SecureChannel.dial(dial, to: address, on: loop) { [self] event in
            switch event {
            case .opened:
                assumeIsolated { $0.opened() }
            case .message(let record):
                let message = unsafe Self.decode(record)
                assumeIsolated { client in
                    if let message { client.add(.message(message)) }
                }
            case .closed(let reason):
                assumeIsolated { $0.add(.closed(reason)) }
            case .writable:
                break
            }
        }
    }

    func say(_ message: ClientMessage) {
        say(bytes: message.encode())
    }

    /// Waits for the channel to open, if it has not yet.
    func say(bytes: [UInt8]) {
        if isOpen { channel?.send(bytes) } else { unsaid.append(bytes) }
    }

    func close() {
        channel?.close()
    }

    /// Forgets what came before the first message that `pick` takes, and returns that.
    func next<Value: Sendable>(
        _ pick: @Sendable (TrackerMessage) -> Value?
    ) async throws -> Value {
        while true {
            switch await nextEvent() {
            case .closed(let reason): throw Ended(reason: reason)
            case .message(let message):
                if let value = pick(message) { return value }
            }
        }
    }

    /// Forgets what came before the end, and returns how that came.
    func end() async -> ChannelCloseReason {
        while true {
            if case .closed(let reason) = await nextEvent() { return reason }
        }
    }

    private func nextEvent() async -> Event {
        while events.isEmpty { await withCheckedContinuation { waiter = $0 } }
        return events.removeFirst()
    }

    private func opened() {
        isOpen = true
        for bytes in unsaid { channel?.send(bytes) }
        unsaid = []
    }

    private func add(_ event: Event) {
        events.append(event)
        waiter?.resume()
        waiter = nil
    }

    private static func decode(_ record: UnsafeRawBufferPointer) -> TrackerMessage? {
        do throws(WireError) {
            return try TrackerMessage(decoding: unsafe record.bindMemory(to: UInt8.self).span)
        } catch {
            return nil
        }
    }
}

extension TestClient {
    func announce(_ swarm: SwarmID, port: UInt16 = 40_000, playhead: UInt32 = 0) {
        say(
            .announce(
                Announce(
                    swarm: swarm, port: port, uploads: true, isEdge: false, tracks: [],
                    playheadSeconds: playhead, bufferSeconds: 0, wanted: 8)))
    }

    func report(_ swarm: SwarmID, _ key: SegmentKey, root: Root) {
        say(.digestReport(DigestReport(swarm: swarm, key: key, length: 5000, root: root)))
    }

    func welcome() async throws -> Welcome {
        try await next { if case .welcome(let welcome) = $0 { welcome } else { nil } }
    }

    func secrets() async throws -> SwarmSecrets {
        try await next { if case .swarmSecrets(let secrets) = $0 { secrets } else { nil } }
    }

    func introductions() async throws -> Introductions {
        try await next { if case .introductions(let peers) = $0 { peers } else { nil } }
    }

    /// Waits until the tracker says that the swarm has so many viewers.
    func slot(whenViewers viewers: UInt32) async throws -> UInt32 {
        try await next { message in
            guard case .slot(let slot) = message, slot.viewers == viewers else { return nil }
            return slot.slot
        }
    }

    func attestation() async throws -> Attestation {
        try await next { if case .attestation(let word) = $0 { word } else { nil } }
    }

    func challenge() async throws -> Challenge {
        try await next { if case .challenge(let challenge) = $0 { challenge } else { nil } }
    }

    func policyChange() async throws -> ClientPolicy {
        try await next { if case .policyChange(let policy) = $0 { policy } else { nil } }
    }

    func refusal() async throws -> RefusalReason {
        try await next { if case .refused(let reason) = $0 { reason } else { nil } }
    }
}
