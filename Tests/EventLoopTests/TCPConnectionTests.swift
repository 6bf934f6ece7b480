import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct TCPConnectionTests {
    @Test(arguments: [SocketAddress.anyLoopbackPort, .anyLoopbackPort6])
    func `an echo gives back what was written`(address: SocketAddress) async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop, address: address)
            let message = pattern(3_000_000)
            let seen = try await loop.run {
                pair.server.start { event in
                    guard case .bytes(let bytes) = event else { return }
                    unsafe pair.server.write(bytes)
                }
                let seen = pair.client.seen()
                pair.client.write(message)
                return seen
            }
            #expect(try await seen.bytes(message.count) == message)
        }
    }

    @Test func `both ends know both addresses`() async throws {
        try await withLoop { loop in
            for address in [SocketAddress.anyLoopbackPort, .anyLoopbackPort6] {
                let pair = try await ConnectedPair(on: loop, address: address)
                #expect(pair.client.localAddress == pair.server.remoteAddress)
                #expect(pair.client.remoteAddress == pair.server.localAddress)
                #expect(pair.client.localAddress.ip == address.ip)
                #expect(pair.client.localAddress.port != 0)
            }
        }
    }

    @Test func `an IPv4 client of a dual-stack listener has an IPv4 address`() async throws {
        try await withLoop { loop in
            let any = SocketAddress(ip: .v6(high: 0, low: 0), port: 0)
            let remote = Late<SocketAddress>()
            let listener = try await loop.run {
                try TCPListener(on: loop, address: any) { connection in
                    remote.set(connection.remoteAddress)
                    connection.close()
                }
            }
            let target = SocketAddress(ip: .loopback, port: listener.localAddress.port)
            let client = try await TCPConnection.connected(to: target, on: loop).get()
            let seen = try await loop.run { client.seen() }
            #expect(await seen.next() == .end)
            #expect(remote.value == client.localAddress)
        }
    }

    @Test func `a paused reader fills the queue, and drained comes after it resumes`()
        async throws
    {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            let piece = pattern(256 << 10)
            let (arriving, sending) = try await loop.run {
                let arriving = pair.server.seen()
                pair.server.pauseReading()
                return (arriving, pair.client.seen())
            }
            let written = try await loop.run {
                var written = 0
                // Until the socket buffers of both sides are full and a megabyte waits besides.
                while pair.client.queuedBytes < 1 << 20 {
                    pair.client.write(piece)
                    written += piece.count
                }
                return written
            }
            let stillQueued = try await loop.run { pair.client.queuedBytes }
            #expect(stillQueued > 0)
            try await loop.run { pair.server.resumeReading() }
            let received = try await arriving.bytes(written)
            #expect(await sending.next() == .drained)
            let whole = (0..<written / piece.count).allSatisfy { index in
                received[(index * piece.count)..<((index + 1) * piece.count)].elementsEqual(piece)
            }
            #expect(whole)
            #expect(try await loop.run { pair.client.queuedBytes } == 0)
        }
    }

    @Test func `small writes behind a full queue keep their order`() async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            let message = pattern(6 << 20)
            let arriving = try await loop.run {
                let arriving = pair.server.seen()
                pair.server.pauseReading()
                var offset = 0
                var size = 1
                while offset < message.count {
                    let end = min(offset + size, message.count)
                    pair.client.write(Array(message[offset..<end]))
                    offset = end
                    size = size * 7 % 65_521
                }
                pair.server.resumeReading()
                return arriving
            }
            #expect(try await arriving.bytes(message.count) == message)
        }
    }

    @Test func `the end comes once, and what is written after it still arrives`() async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            let server = try await loop.run { pair.server.seen() }
            try await loop.run {
                pair.client.write([1])
                pair.client.closeAfterWriting()
            }
            #expect(await server.next() == .bytes([1]))
            #expect(await server.next() == .end)
            try await loop.run {
                pair.server.pauseReading()
                pair.server.resumeReading()
                pair.server.write([2])
                pair.server.close()
            }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `closing over unread bytes resets the other side`() async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            let client = try await loop.run { pair.client.seen() }
            try await loop.run { pair.client.write([1, 2, 3]) }
            try await loop.run { pair.server.close() }
            #expect(await client.next() == .failed(.connectionReset))
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `a failure before start is told by start`() async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            try await loop.run { pair.client.write([1]) }
            try await loop.run { pair.server.close() }
            // A write into a reset connection fails; nobody listens to the client yet.
            while try await loop.run({
                pair.client.write([2]); return loop.openHandleCount
            }) > 0 {}
            let client = try await loop.run { pair.client.seen() }
            guard case .failed = await client.next() else {
                Issue.record("no failure")
                return
            }
        }
    }

    @Test func `closing after writing loses nothing, even over unread bytes`() async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            let message = pattern(4 << 20)
            let server = try await loop.run {
                let server = pair.server.seen()
                pair.server.pauseReading()
                pair.server.write(pattern(1000))
                pair.client.write(message)
                pair.client.closeAfterWriting()
                pair.client.write([1, 2, 3])
                return server
            }
            try await loop.run { pair.server.resumeReading() }
            #expect(try await server.bytes(message.count) == message)
            var last = await server.next()
            while last == .drained { last = await server.next() }
            #expect(last == .end)
            try await loop.run { pair.server.close() }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `nothing comes after close, not even in the turn of the close`() async throws {
        try await withLoop { loop in
            let pair = try await ConnectedPair(on: loop)
            let seen = Log<Int>()
            try await loop.run {
                pair.server.start { event in
                    guard case .bytes(let bytes) = event else { return seen.append(-1) }
                    seen.append(bytes.count)
                    pair.server.close()
                    pair.server.write([1])
                    pair.server.pauseReading()
                    pair.server.resumeReading()
                    pair.server.closeAfterWriting()
                    pair.server.close()
                }
                // More than one read buffer, so that more would come.
                pair.client.write(pattern(200_000))
            }
            while try await loop.run({ loop.openHandleCount }) > 1 {
                try Task.checkCancellation()
            }
            #expect(seen.entries.count == 1)
            try await loop.run { pair.client.close() }
            try await loop.untilNothingIsOpen()
        }
    }

    @Test func `a connection may be closed in any of its events`() async throws {
        try await withLoop { loop in
            let drained = try await ConnectedPair(on: loop)
            let ended = try await ConnectedPair(on: loop)
            let failed = try await ConnectedPair(on: loop)
            try await loop.run {
                drained.server.start { _ in }
                drained.client.start { event in
                    if case .drained = event { drained.client.close() }
                }
                drained.client.write(pattern(8 << 20))
                ended.client.start { event in
                    if case .end = event { ended.client.close() }
                }
                ended.server.close()
                failed.client.start { event in
                    if case .failed = event { failed.client.close() }
                }
                failed.client.write([1])
            }
            try await loop.run { failed.server.close() }
            while try await loop.run({ loop.openHandleCount }) > 1 {
                try Task.checkCancellation()
            }
            try await loop.run { drained.server.close() }
            try await loop.untilNothingIsOpen()
        }
    }
}
