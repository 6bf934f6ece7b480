import EventLoop
import Glibc
import IOTestSupport
import Primitives
import Testing
import Transport

/// What a listener does, on real sockets, when more come than it is made for.
@Suite(.timeLimit(.minutes(1))) struct AcceptFloodTests {
    @Test func `an address that goes on calling is not answered in the end`() async throws {
        try await ChannelFixture.run { fixture in
            var limits = AcceptLimits()
            (limits.pending, limits.open) = (100, 100)
            limits = limits.onOneAddress
            limits.handshakes.perAddress = RateLimit(perSecond: 1, burst: 10)
            let accepted = Tally()
            let listener = try await fixture.listen(
                limits: limits,
                onAccept: { channel, _ in
                    accepted.count += 1
                    channel.setHandler { _ in }
                })
            var callers: [ScriptedInitiator] = []
            for _ in 0..<40 {
                callers.append(
                    try await ScriptedInitiator.start(fixture, to: listener.localAddress))
            }
            try await fixture.until { [callers] in
                let refused = listener.counters.refused[.handshakesPerAddress, default: 0]
                return accepted.count + refused == callers.count
            }
            try await fixture.until { [callers] in
                callers.count { $0.hasEnded } == callers.count - accepted.count
            }
            try await fixture.onLoop { [callers] in
                #expect((10..<callers.count).contains(accepted.count))
                #expect(listener.counters.opened == accepted.count)
                #expect(callers.allSatisfy { $0.hasEnded == ($0.received == 0) })
            }
        }
    }

    @Test func `half-open connections leave the reserve of descriptors alone`() async {
        await #expect(processExitsWith: .success) { try await floodWithoutDescriptors() }
    }
}

/// Opens as many connections as the process has descriptors for; the listener is to keep its part.
private func floodWithoutDescriptors() async throws {
    let all = 300
    var limit = rlimit(rlim_cur: rlim_t(all), rlim_max: rlim_t(all))
    precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    let fixture = ChannelFixture(loop: try UVEventLoop(name: "flood"))
    var limits = AcceptLimits().onOneAddress
    limits.pending = 1_000
    limits.pendingPerPrefix = 1_000
    let listener = try await fixture.listen(limits: limits, onAccept: { _, _ in })
    var callers: [ScriptedInitiator] = []
    for _ in 0..<200 {
        callers.append(
            try await ScriptedInitiator.start(fixture, to: listener.localAddress, opening: []))
    }
    try await fixture.until { [callers] in
        let refused = listener.counters.refused[.descriptors, default: 0]
        return refused > 0 && callers.count { $0.hasEnded } == refused
    }
    let free = (0..<64).map { _ in dup(0) }
    precondition(!free.contains(-1), "the reserve is in use")
    // A leak checker opens files when the process exits.
    free.forEach { close($0) }
}
