import EventLoop
import Glibc
import IOTestSupport
import Testing

@testable import Shoal

/// What is promised of events, whatever causes them.
@Suite(.timeLimit(.minutes(1))) struct EventHubTests {
    /// Holds up each call until it is let go on.
    private final class Held: P2PEventListener {
        let entered = Mailbox<Int>()
        let heard = Log<Int>()
        private let gate = Locked(true)

        func letGo() { gate.withLock { $0 = false } }

        func onPeerCountChanged(_ peerCount: Int) {
            entered.send(peerCount)
            while gate.withLock({ $0 }) { sched_yield() }
            heard.append(peerCount)
        }
    }

    @Test func `A10: each listener hears each event once, in order`() async {
        let hub = EventHub(isOfOneSession: false)
        let listeners = (0..<3).map { _ in Listener() }
        for listener in listeners + listeners { hub.add(listener) }
        // Two in a row that may not be one.
        let events = (0..<200).map {
            $0.isMultiple(of: 2) ? P2PEvent.ready : .peerCountChanged($0)
        }
        for chunk in stride(from: 0, to: events.count, by: 10) {
            for event in events[chunk..<chunk + 10] { hub.post(event) }
            await hub.flush()
        }
        for listener in listeners { #expect(listener.heard.entries == events) }
    }

    @Test func `A10: removal returns when the call that is under way has, and no other follows`()
        async throws
    {
        let hub = EventHub(isOfOneSession: false)
        let listener = Held()
        hub.add(listener)
        hub.post(.peerCountChanged(1))
        _ = try await listener.entered.next()
        hub.post(.ready)
        hub.post(.peerCountChanged(2))
        let removed = Counter()
        let removal = Task {
            await hub.remove(listener)
            removed.add()
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(removed.count == 0)
        listener.letGo()
        await removal.value
        let heard = listener.heard.entries
        #expect(heard.first == 1)
        hub.post(.peerCountChanged(3))
        await hub.flush()
        #expect(listener.heard.entries == heard)
    }

    @Test func `A10: a listener that is removed does not take others with it, and can come again`()
        async
    {
        let hub = EventHub(isOfOneSession: false)
        let (one, other) = (Listener(), Listener())
        hub.add(one)
        hub.add(other)
        await hub.remove(one)
        await hub.remove(one)
        hub.post(.ready)
        await hub.flush()
        #expect(one.heard.entries == [] && other.heard.entries == [.ready])
        hub.add(one)
        hub.post(.peerCountChanged(1))
        await hub.flush()
        #expect(one.heard.entries == [.peerCountChanged(1)])
    }

    @Test func `A10, A13: a close has listeners hear what was before it, and nothing after`() async
    {
        let hub = EventHub(isOfOneSession: false)
        let listener = Listener()
        hub.add(listener)
        let stream = hub.stream()
        hub.post(.ready)
        hub.post(.peerCountChanged(4))
        async let one: Void = hub.close()
        async let two: Void = hub.close()
        _ = await (one, two)
        #expect(listener.heard.entries == [.ready, .peerCountChanged(4)])
        hub.post(.peerCountChanged(5))
        hub.add(listener)
        hub.post(.peerCountChanged(6))
        await hub.flush()
        #expect(listener.heard.entries == [.ready, .peerCountChanged(4)])
        for await event in stream { Issue.record("after its end: \(event)") }
        for await event in hub.stream() { Issue.record("of a closed hub: \(event)") }
    }

    @Test
    func `A10: a stream gives events in order, to a reader that waits and to one that does not`()
        async throws
    {
        let hub = EventHub(isOfOneSession: false)
        let heard = Mailbox<P2PEvent>()
        let stream = hub.stream()
        hub.post(.ready)
        hub.post(.peerCountChanged(1))
        let reading = Task {
            for await event in stream { heard.send(event) }
        }
        #expect(try await heard.next() == .ready)
        #expect(try await heard.next() == .peerCountChanged(1))
        hub.post(.unavailable(.disabledByApp))
        #expect(try await heard.next() == .unavailable(.disabledByApp))
        await hub.close()
        await reading.value
        #expect(heard.count == 0)
    }

    @Test func `who is added to a session hears first how it stands`() async throws {
        let hub = EventHub(isOfOneSession: true)
        let early = Listener()
        hub.add(early)
        let events: [P2PEvent] = [
            .unavailable(.trackerUnreachable), .peerCountChanged(2), .cdnFallback(bytes: 9), .ready,
        ]
        for event in events { hub.post(event) }
        let late = Listener()
        hub.add(late)
        hub.add(late)
        var stream = hub.stream().makeAsyncIterator()
        hub.post(.peerCountChanged(3))
        await hub.flush()
        #expect(early.heard.entries == events + [.peerCountChanged(3)])
        #expect(late.heard.entries.first == .ready)
        #expect(late.heard.entries.last == .peerCountChanged(3))
        #expect(await stream.next() == .ready)
        #expect(await stream.next() == .peerCountChanged(3))
    }

    @Test func `a stream that is let go of costs nothing, and a cancelled reader is let go`() async
    {
        let hub = EventHub(isOfOneSession: false)
        weak var dropped: EventMailbox?
        do {
            let mailbox = EventMailbox()
            dropped = mailbox
            mailbox.post(.ready)
            #expect(await mailbox.next() == .ready)
        }
        #expect(dropped == nil)
        let stream = hub.stream()
        let reading = Task {
            for await _ in stream {}
            return true
        }
        reading.cancel()
        #expect(await reading.value)
    }
}
