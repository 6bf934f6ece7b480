import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct PollHandleTests {
    @Test func `a descriptor is reported while it is readable, and no longer`() async throws {
        try await withLoop { loop in
            let sockets = SocketPair()
            let read = Log<Int>()
            await withCheckedContinuation { waiter in
                loop.execute {
                    do {
                        let poll = Late<PollHandle>()
                        poll.set(try PollHandle(fileDescriptor: sockets.near, on: loop))
                        poll.value?.start([.readable]) { events in
                            #expect(events == [.readable])
                            read.append(sockets.readNear())
                            if read.entries.count < 3 { return sockets.writeToNear(5) }
                            poll.value?.close()
                            waiter.resume()
                        }
                        sockets.writeToNear(5)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
            try await loop.untilNothingIsOpen()
            #expect(read.entries == [5, 5, 5])
        }
    }

    @Test func `the end of the other side is a disconnect`() async throws {
        try await withLoop { loop in
            let sockets = SocketPair()
            let events = await withCheckedContinuation { waiter in
                loop.execute {
                    do {
                        let poll = Late<PollHandle>()
                        poll.set(try PollHandle(fileDescriptor: sockets.near, on: loop))
                        poll.value?.start([.readable, .disconnect]) { events in
                            poll.value?.stop()
                            waiter.resume(returning: events)
                        }
                        sockets.endFar()
                    } catch {
                        Issue.record(error)
                    }
                }
            }
            #expect(events.contains(.disconnect))
        }
    }

    @Test func `what is watched for can be changed, and stopped`() async throws {
        try await withLoop { loop in
            let sockets = SocketPair()
            let seen = Log<PollEvents>()
            let poll = try await loop.run {
                try PollHandle(fileDescriptor: sockets.near, on: loop)
            }
            try await loop.run {
                poll.start([.readable]) { seen.append($0) }
                poll.start([.writable]) { events in
                    seen.append(events)
                    poll.stop()
                }
                sockets.writeToNear(1)
            }
            while seen.entries.isEmpty { try await loop.run {} }
            for _ in 0..<3 { try await loop.run {} }
            #expect(seen.entries == [.writable])
            try await loop.run {
                poll.close()
                poll.close()
                poll.start([.readable]) { seen.append($0) }
            }
            try await loop.untilNothingIsOpen()
            #expect(seen.entries == [.writable])
        }
    }

    @Test func `a descriptor is watched once per loop, and can be watched again after a close`()
        async throws
    {
        try await withLoop { loop in
            let sockets = SocketPair()
            try await loop.run {
                let first = try PollHandle(fileDescriptor: sockets.near, on: loop)
                first.start([.readable]) { _ in }
                #expect(throws: LoopError.self) {
                    try PollHandle(fileDescriptor: sockets.near, on: loop)
                }
                first.close()
                try PollHandle(fileDescriptor: sockets.near, on: loop).close()
            }
            try await loop.untilNothingIsOpen()
        }
    }
}
