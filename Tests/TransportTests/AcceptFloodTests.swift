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
            var limits = AcceptLimits().onOneAddress
            limits.handshakes.perAddress = RateLimit(perSecond: 1, burst: 10)
            let accepted = Tally()
            let listener = try await fixture.listen(
                limits: limits,
                onAccept: { channel, _ in
                    accepted.count += 1
                    channel.close()
                })
            var calls = 0
            var last: ScriptedInitiator
            repeat {
                try Task.checkCancellation()
                let caller = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
                try await fixture.until { caller.hasEnded }
                (last, calls) = (caller, calls + 1)
            } while try await fixture.onLoop { [last] in last.received > 0 }
            try await fixture.onLoop { [calls] in
                #expect(calls > 10)
                #expect(accepted.count == calls - 1)
                #expect(listener.counters.refused == [.handshakesPerAddress: 1])
                #expect(listener.counters.opened == calls - 1)
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
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
    try await fixture.until { listener.counters.refused[.descriptors, default: 0] > 0 }
    try await fixture.until { [callers] in callers.contains { $0.hasEnded } }
    let free = (0..<64).map { _ in dup(0) }
    precondition(!free.contains(-1), "the reserve is in use")
    precondition(free.max() ?? 0 < Int32(all))
}
