import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct TCPConnectTests {
    @Test func `connecting to a port without a listener is refused`() async throws {
        try await withLoop { loop in
            let port = UnansweredPort()
            let result = try await TCPConnection.connected(to: port.address, on: loop)
            #expect(throws: LoopError.connectionRefused) { try result.get() }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `an address the system rejects at once fails later, like any other`()
        async throws
    {
        try await withLoop { loop in
            let order = Log<String>()
            let broadcast = SocketAddress(ip: .v4(0xffff_ffff), port: 9)
            await withCheckedContinuation { waiter in
                loop.execute {
                    TCPConnection.connect(to: broadcast, on: loop) { result in
                        if case .failure = result { order.append("failed") }
                        waiter.resume()
                    }
                    order.append("asked")
                }
            }
            #expect(order.entries == ["asked", "failed"])
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `a cancelled attempt calls nobody`() async throws {
        try await withLoop { loop in
            let port = UnansweredPort()
            let called = Log<Int>()
            try await loop.run {
                let attempt = TCPConnection.connect(to: port.address, on: loop) { _ in
                    called.append(1)
                }
                attempt.cancel()
                attempt.cancel()
            }
            try await loop.untilNothingIsOpen()
            #expect(called.entries.isEmpty)
        }
    }

    @Test func `a listener's port is taken while it listens, and free afterwards`() async throws {
        try await withLoop { loop in
            let listener = try await loop.run {
                try TCPListener(on: loop, address: .anyLoopbackPort) { _ in }
            }
            let address = listener.localAddress
            #expect(address.port != 0)
            await #expect(throws: LoopError.addressInUse) {
                try await loop.run { _ = try TCPListener(on: loop, address: address) { _ in } }
            }
            try await loop.run { listener.close() }
            try await loop.untilNothingIsOpen()
            try await loop.run {
                try TCPListener(on: loop, address: address) { _ in }.close()
            }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `a listener may be closed while it accepts`() async throws {
        try await withLoop { loop in
            let listener = Late<TCPListener>()
            let accepted = Log<Int>()
            try await loop.run {
                listener.set(
                    try TCPListener(on: loop, address: .anyLoopbackPort) { connection in
                        accepted.append(1)
                        connection.close()
                        listener.value?.close()
                    })
            }
            let address = try #require(listener.value).localAddress
            let client = try await TCPConnection.connected(to: address, on: loop).get()
            try await loop.run { client.close() }
            try await loop.untilNothingIsOpen()
            #expect(accepted.entries.count == 1)
        }
    }

    @Test func `many clients come and go, and nothing stays open`() async throws {
        try await withLoop { loop in
            let listener = try await loop.run {
                try TCPListener(on: loop, address: .anyLoopbackPort) { connection in
                    connection.start { event in
                        switch event {
                        case .bytes(let bytes): unsafe connection.write(bytes)
                        case .end: connection.closeAfterWriting()
                        case .drained, .failed: break
                        }
                    }
                }
            }
            await withDiscardingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        await #expect(throws: Never.self) {
                            let client = try await TCPConnection.connected(
                                to: listener.localAddress, on: loop
                            ).get()
                            let seen = try await loop.run { client.seen() }
                            let message = pattern(1 + number * 100)
                            try await loop.run { client.write(message) }
                            #expect(try await seen.bytes(message.count) == message)
                            try await loop.run { client.closeAfterWriting() }
                        }
                    }
                }
            }
            try await loop.run { listener.close() }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `a process out of descriptors turns clients away and goes on`() async {
        await #expect(processExitsWith: .success) { try await acceptWithoutDescriptors() }
    }
}
