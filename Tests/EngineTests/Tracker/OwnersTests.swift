import Engine
import EventLoop
import IOTestSupport
import PeerWire
import SwarmCore
import SwarmTestSupport
import TrackerCore
import Testing

/// What the tracker says of integrity reaches the schedule.
@Suite(.timeLimit(.minutes(1)), .serialized) struct OwnersTests {
    private let video = TestVideo(segments: 6, length: 100_000)

    /// The share of what a node fetches ahead that it owns, beside two viewers that have nothing.
    ///
    /// `loadRest` has the rest of the video loaded, with or without a player that asks for it.
    private func ownedShare(
        k: Int, loadRest: (TestNode) async throws -> Void
    ) async throws -> Double {
        var policy = TrackerPolicy.localSwarm
        policy.notary.reporters = k
        var share = 0.0
        try await TestTracker.run(policy) { tracker in
            try await MediaOrigin.run(video.files) { origin in
                let loop = try UVEventLoop(name: "peers")
                do {
                    share = try await ownedShare(tracker, origin, loop, loadRest)
                } catch {
                    await loop.shutdown()
                    throw error
                }
                await loop.shutdown()
            }
        }
        return share
    }

    private func ownedShare(
        _ tracker: TestTracker, _ origin: MediaOrigin, _ loop: UVEventLoop,
        _ loadRest: (TestNode) async throws -> Void
    ) async throws -> Double {
        let swarm = TestNode.keys(try tracker.sdkKey()).swarm
        let doubles = (0..<2).map { _ in PeerDouble(of: swarm, tracker, on: loop) }
        for double in doubles {
            try await loop.run { try double.join() }
            try await loop.until { double.epoch != nil }
        }
        let node = try await TestNode.start(tracker, on: loop)
        // Once it lets one in, the tracker has told it of the swarm.
        while try await !loop.run({ doubles[0].isOpen }) {
            try Task.checkCancellation()
            let address = await node.peerAddress
            try await loop.run { doubles[0].dial(node.peer, at: address) }
            try await loop.until { doubles[0].isOpen || doubles[0].end != nil }
        }
        let hello = PeerMessage.hello(Hello(uploads: true, isEdge: false, progress: nil))
        try await loop.run {
            doubles[0].say(hello)
            doubles[0].say(.ping(7))
        }
        try await loop.until { doubles[0].heard.contains(.pong(7)) }
        try await node.describe(video, at: origin)
        await node.moved(to: .zero, buffer: .seconds(10))
        _ = try await node.read(0)
        try await loadRest(node)
        let owned = await node.ledger.originBytes(.owner)
        try await loop.run { for double in doubles { double.close() } }
        try await node.close()
        return Double(owned) / Double(video.byteCount - video.segments[0].count)
    }

    @Test func `where three must agree, each of three owns every segment`() async throws {
        let share = try await ownedShare(k: 3) { node in
            while await node.ledger.originBytes < video.byteCount {
                try Task.checkCancellation()
                try await node.loop.pass(.milliseconds(5))
            }
        }
        #expect(share == 1)
    }

    @Test func `where one suffices, three share them out`() async throws {
        let share = try await ownedShare(k: 1) { node in
            for number in video.segments.indices { _ = try await node.read(number) }
        }
        #expect(share < 1)
    }
}
