import EventLoop
import Testing

@Suite(.timeLimit(.minutes(1))) struct WorkerTests {
    @Test func `work runs elsewhere and its result comes on the loop`() async throws {
        try await withLoop { loop in
            let (elsewhere, sum, back) = await withCheckedContinuation { waiter in
                loop.execute {
                    loop.runOnWorker {
                        (!loop.isCurrent, (0..<1000).reduce(0, +))
                    } then: { elsewhere, sum in
                        waiter.resume(returning: (elsewhere, sum, loop.isCurrent))
                    }
                }
            }
            #expect(elsewhere)
            #expect(sum == 499_500)
            #expect(back)
        }
    }

    @Test func `a thousand pieces of work all come back`() async throws {
        try await withLoop { loop in
            let results = Log<Int>()
            await withCheckedContinuation { waiter in
                loop.execute {
                    for number in 0..<1000 {
                        loop.runOnWorker {
                            number * number
                        } then: { square in
                            results.append(square)
                            if results.entries.count == 1000 { waiter.resume() }
                        }
                    }
                }
            }
            #expect(results.entries.sorted() == (0..<1000).map { $0 * $0 })
        }
    }
}
