import Testing

@testable import Shoal

@Suite struct EventQueueTests {
    private func all(_ queue: inout EventQueue) -> [P2PEvent] {
        var events: [P2PEvent] = []
        while let event = queue.next() { events.append(event) }
        return events
    }

    @Test func `events come in order`() {
        var queue = EventQueue()
        let events: [P2PEvent] = [
            .ready, .peerCountChanged(1), .unavailable(.disabledBySession), .peerCountChanged(0),
            .ready,
        ]
        for event in events {
            let isTaken = queue.post(event)
            #expect(isTaken)
        }
        #expect(all(&queue) == events)
        #expect(queue.next() == nil)
    }

    @Test func `of two counts in a row the newer stays, and bytes add up`() {
        var queue = EventQueue()
        for event: P2PEvent in [
            .peerCountChanged(1), .peerCountChanged(2), .cdnFallback(bytes: 10),
            .cdnFallback(bytes: 5), .peerCountChanged(3),
        ] {
            _ = queue.post(event)
        }
        #expect(
            all(&queue) == [.peerCountChanged(2), .cdnFallback(bytes: 15), .peerCountChanged(3)])
    }

    @Test func `a reader that takes nothing costs 64 events, and misses the oldest`() {
        var queue = EventQueue()
        for number in 0..<100 {
            _ = queue.post(.ready)
            _ = queue.post(.peerCountChanged(number))
        }
        let left = all(&queue)
        #expect(left.count == EventQueue.longest)
        #expect(left.last == .peerCountChanged(99))
        #expect(left.first == .ready)
    }

    @Test func `after its end what is there can be taken, after its close nothing can`() {
        var queue = EventQueue()
        _ = queue.post(.ready)
        queue.end()
        let isTaken = queue.post(.peerCountChanged(1))
        #expect(!isTaken)
        #expect(!queue.isOver)
        #expect(all(&queue) == [.ready])
        #expect(queue.isOver)

        var closed = EventQueue()
        _ = closed.post(.ready)
        closed.close()
        #expect(closed.next() == nil && closed.isOver)
        let isTakenLater = closed.post(.ready)
        #expect(!isTakenLater)
    }
}
