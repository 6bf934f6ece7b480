import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct UVEventLoopTests {
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

        func forward(_ entry: Int, to other: Recorder) {
            other.assumeIsolated { $0.append(entry) }
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

    @Test func `a body enters an actor of its loop without suspending`() async throws {
        try await withLoop { loop in
            let first = Recorder(on: loop)
            let second = Recorder(on: loop)
            loop.execute {
                first.assumeIsolated { $0.forward(7, to: second) }
            }
            try await loop.run {}
            #expect(await second.entries == [7])
        }
    }

    @Test func `a pinned actor runs on the thread of its loop`() async throws {
        try await withLoop { loop in
            let recorder = Recorder(on: loop)
            await recorder.append(1)
            #expect(!loop.isCurrent)
            let isCurrentInside = try await loop.run { loop.isCurrent }
            #expect(isCurrentInside)
            #expect(await recorder.entries == [1])
        }
    }
}
