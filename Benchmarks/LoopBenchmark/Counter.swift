import EventLoop

/// An actor whose every call does a little work, so that no call can be optimized away.
actor Counter {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private var value: UInt64 = 1

    init(on loop: UVEventLoop) {
        self.loop = loop
    }

    func advance(by step: UInt64) -> UInt64 {
        value = value &* 6_364_136_223_846_793_005 &+ step
        return value
    }

    func exchange(_ rounds: Int, with other: Counter) async -> UInt64 {
        for _ in 0..<rounds {
            value ^= await other.advance(by: value)
        }
        return value
    }

    func call(_ rounds: Int, _ other: Counter) -> UInt64 {
        for _ in 0..<rounds {
            let step = value
            value ^= other.assumeIsolated { $0.advance(by: step) }
        }
        return value
    }
}
