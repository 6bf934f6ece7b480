import EventLoop
import IOTestSupport
import SwarmCore
import SwarmTestSupport
import TrackerCore
import Testing

@testable import Engine

/// Media that the CDN makes for each viewer, as with server-side advertisements.
@Suite(.timeLimit(.minutes(1)), .serialized) struct PersonalisedMediaTests {
    private let videos = (1...2).map { TestVideo(segments: 60, length: 100_000, seed: UInt64($0)) }

    @Test func `7: a track that differs from viewer to viewer comes from the CDN alone`()
        async throws
    {
        var policy = TrackerPolicy.localSwarm
        policy.notary.reporters = 2
        try await TestTracker.run(policy) { tracker in
            try await MediaOrigin.run(videos[0].files) { first in
                try await MediaOrigin.run(videos[1].files) { second in
                    let loop = try UVEventLoop(name: "peers")
                    do {
                        try await play(tracker, [first, second], loop)
                    } catch {
                        await loop.shutdown()
                        throw error
                    }
                    await loop.shutdown()
                }
            }
        }
    }

    private func play(
        _ tracker: TestTracker, _ origins: [MediaOrigin], _ loop: UVEventLoop
    ) async throws {
        var nodes: [TestNode] = []
        for (video, origin) in zip(videos, origins) {
            let node = try await TestNode.start(tracker, on: loop)
            try await node.describe(video, at: origin)
            nodes.append(node)
        }
        for node in nodes {
            while await node.session.peerCount == 0 {
                try Task.checkCancellation()
                try await loop.pass(.milliseconds(5))
            }
        }
        for number in videos[0].segments.indices {
            for (node, video) in zip(nodes, videos) {
                #expect(try await node.read(number) == video.segments[number])
            }
            // By then three have been fetched by both.
            guard number == 5 else { continue }
            for node in nodes {
                while await !node.session.diverging.diverges(TestNode.track) {
                    try Task.checkCancellation()
                    try await loop.pass(.milliseconds(5))
                }
            }
        }
        for (node, video) in zip(nodes, videos) {
            let ledger = await node.ledger
            #expect(ledger.peerBytes == 0)
            #expect(ledger.originBytes == video.byteCount)
            #expect(ledger.originBytes(.notShareable) >= video.segments[59].count)
        }
        for node in nodes { try await node.close() }
    }
}
