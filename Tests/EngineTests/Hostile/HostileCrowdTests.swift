import EventLoop
import IOTestSupport
import Primitives
import SwarmCore
import SwarmSimulation
import SwarmTestSupport
import TrackerCore
import Testing

@testable import Engine

/// Hostile peers of every kind at once, over real channels, around a few engines that play.
@Suite(.timeLimit(.minutes(2)), .serialized) struct HostileCrowdTests {
    private static let engines = 4

    /// One machine has one network: three identities must agree, and nobody waits to be old enough.
    private static var policy: TrackerPolicy {
        var policy = TrackerPolicy.localSwarm
        policy.client.announceInterval = .seconds(1)
        policy.notary.reporters = 3
        policy.notary.grace = .milliseconds(100)
        return policy
    }

    @Test func `eighteen hostile peers cost four engines neither a byte nor each other`()
        async throws
    {
        let video = TestVideo(segments: 24, length: 150_000)
        try await TestTracker.run(Self.policy) { tracker in
            try await MediaOrigin.run(video.files) { origin in
                let loop = try UVEventLoop(name: "peers")
                do {
                    try await play(video, tracker, origin, loop)
                } catch {
                    await loop.shutdown()
                    throw error
                }
                await loop.shutdown()
            }
        }
    }

    private func play(
        _ video: TestVideo, _ tracker: TestTracker, _ origin: MediaOrigin, _ loop: UVEventLoop
    ) async throws {
        var nodes: [TestNode] = []
        for _ in 0..<Self.engines { nodes.append(try await TestNode.start(tracker, on: loop)) }
        let keys = nodes[0].keys
        let media = try SharedMedia(
            swarm: keys.swarm, track: TestNode.track,
            try video.segments.enumerated().map {
                (key: try TestNode.segmentKey($0, keys), bytes: $1)
            })
        let hostile = HostileKind.allCases.map {
            HostilePeer($0, of: media, tracker.access, on: loop)
        }
        try await loop.run { for peer in hostile { try peer.join() } }
        for node in nodes {
            try await node.describe(video, at: origin)
            await node.moved(to: .zero, buffer: .seconds(10))
        }
        // Everybody has met everybody, before anything was played.
        try await loop.until { hostile.allSatisfy { $0.opened >= Self.engines } }
        for number in video.segments.indices {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for node in nodes {
                    group.addTask {
                        let bytes = try await node.read(number)
                        #expect(bytes == video.segments[number])
                        await node.moved(
                            to: .seconds(2 * Int64(number)), buffer: .seconds(10))
                    }
                }
                try await group.waitForAll()
            }
        }
        try await expectNoHarm(nodes, video)
        let spoiled = try await loop.run { hostile.reduce(0) { $0 + $1.spoiled } }
        let lies = try await loop.run { hostile.reduce(0) { $0 + $1.lies } }
        let ended = try await loop.run { hostile.count { $0.ended > 0 } }
        // They did what they are here for, and many were shown the door.
        #expect(spoiled > 0 && lies > 0)
        #expect(ended >= 6)
        try await loop.run { for peer in hostile { peer.close() } }
        for node in nodes { try await node.close() }
        try await loop.until { loop.openHandleCount == 0 }
    }

    private func expectNoHarm(_ nodes: [TestNode], _ video: TestVideo) async throws {
        for node in nodes {
            let ledger = await node.ledger
            #expect(ledger.deliveredBytes == video.byteCount)
            let attackers = HostileKind.allCases.count
            #expect(ledger.wastedBytes(.integrity) <= attackers * (256 << 10))
            for other in nodes where other.peer != node.peer {
                #expect(await !node.session.isBanned(other.peer))
            }
        }
    }
}
