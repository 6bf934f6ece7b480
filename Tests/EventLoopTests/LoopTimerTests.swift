import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct LoopTimerTests {
    @Test func `timers fire in the order of their moments and never early`() async throws {
        try await withLoop { loop in
            let fired = Log<(delay: Int, late: Duration)>()
            let start = loop.now
            await withCheckedContinuation { waiter in
                loop.execute {
                    for delay in [30, 10, 20] {
                        let due = start + .milliseconds(delay)
                        LoopTimer(on: loop) {
                            fired.append((delay, loop.now - due))
                            if delay == 30 { waiter.resume() }
                        }.arm(at: due)
                    }
                }
            }
            #expect(fired.entries.map(\.delay) == [10, 20, 30])
            #expect(fired.entries.allSatisfy { $0.late >= .zero })
        }
    }

    @Test func `a moment between two ticks is not rounded down`() async throws {
        try await withLoop { loop in
            for fraction in [1, 250_000, 999_999] {
                let lateness = await withCheckedContinuation { waiter in
                    loop.execute {
                        let due = loop.now + .milliseconds(2) + .nanoseconds(fraction)
                        let timer = LoopTimer(on: loop) { waiter.resume(returning: loop.now - due) }
                        timer.arm(at: due)
                    }
                }
                #expect(lateness >= .zero)
            }
        }
    }

    @Test func `a timer fires once, and again when it is armed in its callback`() async throws {
        try await withLoop { loop in
            let fired = Log<Int>()
            await withCheckedContinuation { waiter in
                loop.execute {
                    let timer = Late<LoopTimer>()
                    timer.set(
                        LoopTimer(on: loop) {
                            fired.append(fired.entries.count)
                            if fired.entries.count == 3 { return waiter.resume() }
                            timer.value?.arm(at: loop.now + .milliseconds(1))
                        })
                    timer.value?.arm(at: loop.now)
                }
            }
            #expect(fired.entries == [0, 1, 2])
        }
    }

    @Test func `arming again replaces what was armed`() async throws {
        try await withLoop { loop in
            let early = Log<Int>()
            let elapsed = await withCheckedContinuation { waiter in
                loop.execute {
                    let start = loop.now
                    let timer = LoopTimer(on: loop) {
                        early.append(1)
                        waiter.resume(returning: loop.now - start)
                    }
                    timer.arm(at: start + .milliseconds(5))
                    timer.arm(at: start + .milliseconds(25))
                }
            }
            #expect(elapsed >= .milliseconds(25))
            #expect(early.entries.count == 1)
        }
    }

    @Test func `a disarmed timer does not fire, not even if it is due in the same turn`()
        async throws
    {
        try await withLoop { loop in
            let fired = Log<String>()
            await withCheckedContinuation { waiter in
                loop.execute {
                    let due = loop.now + .milliseconds(2)
                    let victim = Late<LoopTimer>()
                    let first = LoopTimer(on: loop) {
                        fired.append("first")
                        victim.value?.disarm()
                    }
                    victim.set(LoopTimer(on: loop) { fired.append("victim") })
                    let last = LoopTimer(on: loop) { waiter.resume() }
                    first.arm(at: due)
                    victim.value?.arm(at: due)
                    last.arm(at: due + .milliseconds(3))
                }
            }
            #expect(fired.entries == ["first"])
        }
    }

    @Test func `a moment in the past fires on the next turn, not within the call`() async throws {
        try await withLoop { loop in
            let order = Log<String>()
            await withCheckedContinuation { waiter in
                loop.execute {
                    let timer = LoopTimer(on: loop) {
                        order.append("fired")
                        waiter.resume()
                    }
                    timer.arm(at: .start)
                    order.append("armed")
                }
            }
            #expect(order.entries == ["armed", "fired"])
        }
    }

    @Test func `a timer that is always due lets the loop do other work`() async throws {
        try await withLoop { loop in
            let timer = Late<LoopTimer>()
            try await loop.run {
                timer.set(LoopTimer(on: loop) { timer.value?.arm(at: .start) })
                timer.value?.arm(at: .start)
            }
            // Would not return if firing and arming went on within one turn.
            for _ in 0..<10 { try await loop.run {} }
            try await loop.run { timer.value?.close() }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `a closed timer is deaf`() async throws {
        try await withLoop { loop in
            let fired = Log<Int>()
            try await loop.run {
                let timer = LoopTimer(on: loop) { fired.append(1) }
                timer.arm(at: loop.now)
                timer.close()
                timer.arm(at: loop.now)
                timer.disarm()
                timer.close()
            }
            try await loop.untilNothingIsOpen()
            #expect(fired.entries.isEmpty)
        }
    }

    @Test func `the end of time can be armed`() async throws {
        try await withLoop { loop in
            try await loop.run { LoopTimer(on: loop) {}.arm(at: .distantFuture) }
        }
    }
}
