import EventLoop
import Primitives

/// Those who were there before the flood, and whoever comes meanwhile.
actor HonestCrowd {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let kind: VictimKind
    private let port: UInt16
    private var clients: [HonestClient] = []
    private var latencies = Latencies()
    /// Called with the latencies once there are enough of them.
    private var onEnough: ((Latencies) -> Void)?

    init(_ kind: VictimKind, at port: UInt16, on loop: UVEventLoop) {
        self.kind = kind
        self.port = port
        self.loop = loop
    }

    /// How many of them lost their channel.
    var lost: Int { clients.count { $0.end != nil } }

    /// Lets one after another in.
    func gather() async throws {
        for _ in 0..<VictimKind.honest {
            let client = try HonestClient(kind, at: port, on: loop) { [weak self] time in
                self?.assumeIsolated { $0.answered(in: time) }
            }
            while !client.isOpen, client.end == nil { await turn() }
            clients.append(client)
        }
    }

    /// Waits for as many answers as the kind gives, and returns how long each took.
    func measure() async -> Latencies {
        latencies = Latencies()
        return await withCheckedContinuation { waiter in
            onEnough = { waiter.resume(returning: $0) }
        }
    }

    /// Whether somebody who dials now gets an answer, rather than being turned away.
    func isNewcomerServed() async throws -> Bool {
        let newcomer = try HonestClient(kind, at: port, on: loop) { _ in }
        while !newcomer.wasAnswered, newcomer.end == nil { await turn() }
        newcomer.close()
        return newcomer.wasAnswered
    }

    func leave() {
        for client in clients { client.close() }
    }

    private func answered(in time: Duration) {
        latencies.add(time)
        guard latencies.count == kind.answers, let onEnough else { return }
        self.onEnough = nil
        onEnough(latencies)
    }

    /// Lets the loop do what it has to do for a millisecond.
    private func turn() async {
        await withCheckedContinuation { waiter in
            let timer = Turn(on: loop) { waiter.resume() }
            timer.begin()
        }
    }
}

/// A timer that keeps itself until it fires.
private final class Turn: @unchecked Sendable {
    private let loop: UVEventLoop
    private let onEnd: @Sendable () -> Void
    private var timer: LoopTimer?

    init(on loop: UVEventLoop, onEnd: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.onEnd = onEnd
    }

    func begin() {
        timer = LoopTimer(on: loop) { [self] in
            timer?.close()
            timer = nil
            onEnd()
        }
        timer?.arm(at: loop.now + .milliseconds(1))
    }
}
