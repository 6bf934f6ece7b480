import EventLoop
import IOTestSupport
import SwarmTestSupport
import TrackerCore
import Testing

@testable import Engine

/// Engines and a notary that asks to see the bytes.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ChallengeTests {
    @Test func `two engines show their bytes, and what they agree on is signed`() async throws {
        let video = TestVideo(segments: 2, length: 100_000)
        var policy = TrackerPolicy.localSwarm
        policy.notary.reporters = 2
        try await TestTracker.run(policy) { tracker in
            try await MediaOrigin.run(video.files) { origin in
                let loop = try UVEventLoop(name: "nodes")
                var nodes: [TestNode] = []
                for _ in 0..<2 {
                    let node = try await TestNode.start(tracker, on: loop)
                    try await node.describe(video, at: origin)
                    nodes.append(node)
                }
                for node in nodes { #expect(try await node.read(0) == video.segments[0]) }
                for node in nodes {
                    let store = await node.session.store
                    try await loop.until {
                        store.assumeIsolated { $0.isOffered(TestNode.id(0)) }
                    }
                }
                for node in nodes { try await node.close() }
                await loop.shutdown()
            }
        }
    }
}
