import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct ShutdownTests {
    private actor Counter {
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe loop.asUnownedSerialExecutor()
        }

        private nonisolated let loop: UVEventLoop
        private var count = 0

        init(on loop: UVEventLoop) {
            self.loop = loop
        }

        func increment() -> Int {
            loop.preconditionOnLoop()
            count += 1
            return count
        }
    }

    @Test func `a loop ends with everything open`() async throws {
        let loop = try UVEventLoop(name: "test")
        let pair = try await ConnectedPair(on: loop)
        let sockets = SocketPair()
        let events = Log<TCPConnection.Seen>()
        try await loop.run {
            _ = try TCPListener(on: loop, address: .anyLoopbackPort) { _ in }
            LoopTimer(on: loop) {}.arm(at: .distantFuture)
            pair.server.start { events.append(TCPConnection.Seen($0)) }
            pair.server.pauseReading()
            pair.client.start { events.append(TCPConnection.Seen($0)) }
            pair.client.write(pattern(8 << 20))
            try PollHandle(fileDescriptor: sockets.near, on: loop).start([.readable]) { _ in }
        }
        await loop.shutdown()
        #expect(events.entries.isEmpty)
    }

    @Test func `a lingering connection does not hold the end up`() async throws {
        let loop = try UVEventLoop(name: "test")
        let pair = try await ConnectedPair(on: loop)
        try await loop.run {
            pair.client.write(pattern(8 << 20))
            pair.client.closeAfterWriting()
        }
        await loop.shutdown()
    }

    @Test func `an attempt to connect is told of its outcome, or of the end`() async throws {
        let loop = try UVEventLoop(name: "test")
        let result = Late<Result<TCPConnection, LoopError>>()
        try await loop.run {
            let listener = try TCPListener(on: loop, address: .anyLoopbackPort) { $0.close() }
            Task.detached { await loop.shutdown() }
            TCPConnection.connect(to: listener.localAddress, on: loop) { result.set($0) }
        }
        await loop.shutdown()
        #expect(result.value != nil)
    }

    @Test func `shutting down twice, also at once, is the same as once`() async throws {
        let loop = try UVEventLoop(name: "test")
        await withDiscardingTaskGroup { group in
            for _ in 0..<4 { group.addTask { await loop.shutdown() } }
        }
        await loop.shutdown()
    }

    @Test func `what was handed over before the end runs`() async throws {
        let loop = try UVEventLoop(name: "test")
        let log = Log<Int>()
        for number in 0..<100 { loop.execute { log.append(number) } }
        await loop.shutdown()
        #expect(log.entries == Array(0..<100))
    }

    @Test func `an actor of a loop that has ended still answers`() async throws {
        let loop = try UVEventLoop(name: "test")
        let counter = Counter(on: loop)
        #expect(await counter.increment() == 1)
        await loop.shutdown()
        #expect(await counter.increment() == 2)
        let counts = await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { await counter.increment() } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(counts == Set(3...102))
        #expect(!loop.isCurrent)
    }

    @Test func `a loop that has ended opens nothing more`() async throws {
        let loop = try UVEventLoop(name: "test")
        await loop.shutdown()
        try await loop.run {
            let timer = LoopTimer(on: loop) {}
            timer.arm(at: loop.now)
            timer.close()
            #expect(loop.openHandleCount == 0)
        }
        await #expect(throws: LoopError.canceled) {
            try await loop.run {
                _ = try TCPListener(on: loop, address: .anyLoopbackPort) { _ in }
            }
        }
        let address = SocketAddress(ip: .loopback, port: 1)
        let result = try await TCPConnection.connected(to: address, on: loop)
        #expect(throws: LoopError.canceled) { try result.get() }
        let worked = await withCheckedContinuation { waiter in
            loop.execute {
                loop.runOnWorker {
                    6 * 7
                } then: {
                    waiter.resume(returning: $0)
                }
            }
        }
        #expect(worked == 42)
    }

    @Test func `handles of a loop that has ended may still be closed`() async throws {
        let loop = try UVEventLoop(name: "test")
        let pair = try await ConnectedPair(on: loop)
        await loop.shutdown()
        try await loop.run {
            pair.client.write([1])
            pair.client.closeAfterWriting()
            pair.client.close()
            pair.server.start { _ in }
            #expect(pair.server.queuedBytes == 0)
        }
    }

    @Test func `the end waits for the worker pool, whose results come on the loop`()
        async throws
    {
        let loop = try UVEventLoop(name: "test")
        let log = Log<Bool>()
        try await loop.run {
            for _ in 0..<20 {
                loop.runOnWorker {
                    loop.isCurrent
                } then: {
                    log.append(!$0 && loop.isCurrent)
                }
            }
        }
        await loop.shutdown()
        #expect(log.entries == Array(repeating: true, count: 20))
    }

    @Test func `loops come and go while others hand work over`() async throws {
        for _ in 0..<50 {
            let loop = try UVEventLoop(name: "test")
            let log = Log<Int>()
            await withDiscardingTaskGroup { group in
                group.addTask { await loop.shutdown() }
                group.addTask { for number in 0..<20 { loop.execute { log.append(number) } } }
            }
            try await loop.run {}
            #expect(log.entries == Array(0..<20))
        }
    }
}
