import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExecutorTests {
    private actor Recorder {
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe loop.asUnownedSerialExecutor()
        }

        private nonisolated let loop: UVEventLoop
        private(set) var entries: [Int] = []

        init(on loop: UVEventLoop) {
            self.loop = loop
        }

        func append(_ entry: Int) {
            loop.preconditionOnLoop()
            entries.append(entry)
        }

        /// By a job of this actor.
        func appendLater(_ entry: Int) {
            Task { append(entry) }
        }

        func forward(_ entry: Int, to other: Recorder) {
            append(entry)
            other.assumeIsolated { $0.append(entry) }
        }

        func exchange(_ rounds: Int, with other: Recorder) async {
            for round in 0..<rounds {
                append(round)
                await other.append(round)
            }
        }
    }

    @Test func `bodies run in the order in which one thread hands them over`() async throws {
        try await withLoop { loop in
            let log = Log<Int>()
            for number in 0..<1000 { loop.execute { log.append(number) } }
            try await loop.run {}
            #expect(log.entries == Array(0..<1000))
        }
    }

    @Test func `jobs of actors and bodies share one order`() async throws {
        try await withLoop { loop in
            let recorder = Recorder(on: loop)
            // Handed over on the loop itself, so that nothing runs before all of it waits.
            try await loop.run {
                for number in stride(from: 0, to: 100, by: 2) {
                    loop.execute { recorder.assumeIsolated { $0.append(number) } }
                    recorder.assumeIsolated { $0.appendLater(number + 1) }
                }
            }
            while await recorder.entries.count < 100 {
                try Task.checkCancellation()
            }
            #expect(await recorder.entries == Array(0..<100))
        }
    }

    @Test func `each of several threads keeps its own order`() async throws {
        try await withLoop { loop in
            let log = Log<(thread: Int, number: Int)>()
            await withDiscardingTaskGroup { group in
                for thread in 0..<4 {
                    group.addTask {
                        for number in 0..<500 { loop.execute { log.append((thread, number)) } }
                    }
                }
            }
            try await loop.run {}
            for thread in 0..<4 {
                let numbers = log.entries.filter { $0.thread == thread }.map(\.number)
                #expect(numbers == Array(0..<500))
            }
        }
    }

    @Test func `a body enters an actor of its loop and that actor another without suspending`()
        async throws
    {
        try await withLoop { loop in
            let first = Recorder(on: loop)
            let second = Recorder(on: loop)
            try await loop.run {
                first.assumeIsolated { $0.forward(7, to: second) }
            }
            #expect(await first.entries == [7])
            #expect(await second.entries == [7])
        }
    }

    @Test func `a timer's callback enters an actor of its loop`() async throws {
        try await withLoop { loop in
            let recorder = Recorder(on: loop)
            await withCheckedContinuation { waiter in
                loop.execute {
                    let timer = LoopTimer(on: loop) {
                        recorder.assumeIsolated { $0.append(1) }
                        waiter.resume()
                    }
                    timer.arm(at: loop.now)
                }
            }
            #expect(await recorder.entries == [1])
        }
    }

    @Test func `actors of one loop await each other`() async throws {
        try await withLoop { loop in
            let first = Recorder(on: loop)
            let second = Recorder(on: loop)
            await first.exchange(1000, with: second)
            #expect(await first.entries == Array(0..<1000))
            #expect(await second.entries == Array(0..<1000))
        }
    }

    @Test func `actors of two loops await each other`() async throws {
        try await withLoop { one in
            try await withLoop { other in
                let first = Recorder(on: one)
                let second = Recorder(on: other)
                await first.exchange(100, with: second)
                #expect(await second.entries == Array(0..<100))
            }
        }
    }

    @Test func `only its own thread is a loop's current one`() async throws {
        try await withLoop { one in
            try await withLoop { other in
                let (own, foreign) = try await one.run { (one.isCurrent, other.isCurrent) }
                #expect(own)
                #expect(!foreign)
                #expect(!one.isCurrent)
            }
        }
    }

    @Test func `a call from the wrong thread stops the process`() async {
        await #expect(processExitsWith: .failure) {
            let loop = try UVEventLoop(name: "test")
            loop.preconditionOnLoop()
        }
    }

    @Test func `a group gives its loops out in turn`() async throws {
        let group = try EventLoopGroup(loopCount: 3)
        let copy = group
        let given = [group.next(), copy.next(), group.next(), copy.next()]
        await group.shutdown()
        #expect(given.map(\.name) == ["loop-0", "loop-1", "loop-2", "loop-0"])
    }
}
