import EventLoop
import Primitives
import Testing

/// Connections that are opened, written to, paused and closed at random, also from their own events.
@Suite(.timeLimit(.minutes(1))) struct TCPChaosTests {
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `whatever is done to connections, nothing stays open`(seed: UInt64) async throws {
        try await withLoop { loop in
            let chaos = Chaos(seed: seed, on: loop)
            try await loop.run { try chaos.assumeIsolated { try $0.begin() } }
            for _ in 0..<300 {
                try await loop.run { chaos.assumeIsolated { $0.step() } }
            }
            try await loop.run { chaos.assumeIsolated { $0.end() } }
            try await loop.untilNothingIsOpen()
        }
    }
}

private actor Chaos {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private static let mostConnections = 20

    private nonisolated let loop: UVEventLoop
    private var random: SeededRandom
    private var listener: TCPListener?
    private var connections: [TCPConnection] = []
    private var attempts: [TCPConnectAttempt] = []

    init(seed: UInt64, on loop: UVEventLoop) {
        self.loop = loop
        random = SeededRandom(seed: seed)
    }

    func begin() throws {
        listener = try TCPListener(on: loop, address: .anyLoopbackPort) { connection in
            self.assumeIsolated { $0.add(connection) }
        }
    }

    func step() {
        if connections.count < Self.mostConnections { dial() }
        for _ in 0..<5 { disturb() }
    }

    func end() {
        listener?.close()
        for attempt in attempts { attempt.cancel() }
        for connection in connections { connection.close() }
    }

    private func dial() {
        guard let listener else { return }
        let attempt = TCPConnection.connect(to: listener.localAddress, on: loop) { result in
            self.assumeIsolated { chaos in
                guard case .success(let connection) = result else { return }
                chaos.add(connection)
            }
        }
        attempts.append(attempt)
        if chance(of: 10) { attempt.cancel() }
    }

    private func add(_ connection: TCPConnection) {
        connections.append(connection)
        if chance(of: 10) {
            connection.close()
            remove(connection)
        }
        connection.start { event in
            let hasFailed = if case .failed = event { true } else { false }
            self.assumeIsolated { chaos in
                hasFailed ? chaos.remove(connection) : chaos.disturb(connection)
            }
        }
    }

    private func disturb() {
        guard let connection = connections.randomElement(using: &random) else { return }
        disturb(connection)
    }

    private func disturb(_ connection: TCPConnection) {
        switch UInt8.random(in: 0..<20, using: &random) {
        case 0:
            connection.close()
            remove(connection)
        case 1:
            connection.closeAfterWriting()
            remove(connection)
        case 2, 3: connection.pauseReading()
        case 4...8: connection.resumeReading()
        case 9...12: connection.write(pattern(Int.random(in: 0..<400_000, using: &random)))
        case 13: _ = connection.queuedBytes
        default: connection.write([1, 2, 3])
        }
    }

    private func remove(_ connection: TCPConnection) {
        connections.removeAll { $0 === connection }
    }

    private func chance(of percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }
}
