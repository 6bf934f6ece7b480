import EventLoop
import IOTestSupport
import PeerWire
import Primitives
import SwarmCore
import SwarmTestSupport
import TrackerCore
import TrackerServer
import Testing

@testable import Engine

/// The CDN serves most viewers something else than what one of them had attested.
@Suite(.timeLimit(.minutes(1)), .serialized) struct DisputeTests {
    /// The version that is attested, and the one that the CDN serves to the rest.
    private static let videos = (1...2).map {
        TestVideo(segments: 1, length: 100_000, seed: UInt64($0))
    }
    private static let path = TestVideo.path(0)
    private static let id = TestNode.id(0)

    private struct Scene {
        let tracker: TestTracker
        /// The one that the first viewer reaches, and that of all others.
        let origins: [MediaOrigin]
        let loop: UVEventLoop
        let nodes = Log<TestNode>()

        func node(_ version: Int) async throws -> TestNode {
            let node = try await TestNode.start(tracker, on: loop)
            nodes.append(node)
            try await node.describe(videos[version], at: origins[version])
            return node
        }

        var counters: TrackerCounters {
            get async { await tracker.server.counters.tracker }
        }

        func until(_ condition: () async throws -> Bool) async throws {
            while try await !condition() {
                try Task.checkCancellation()
                try await loop.pass(.milliseconds(5))
            }
        }

        /// A viewer to whom the origin has given the beginning of the segment, and gives no more.
        func nodeAmidSegment() async throws -> (TestNode, SegmentReader) {
            let node = try await node(1)
            let before = origins[1].requests(for: path).count
            origins[1].treat(path, as: .cutOnce(after: 40_000))
            let reader = try await loop.run {
                node.session.assumeIsolated { $0.open(id) {} }
            }
            try await until { origins[1].requests(for: path).count > before }
            origins[1].treat(path, as: .held)
            try await loop.until { reader.status.available == 40_000 }
            return (node, reader)
        }
    }

    private static func run(_ body: (Scene) async throws -> Void) async throws {
        try await TestTracker.run { tracker in
            try await MediaOrigin.run(videos[0].files) { first in
                try await MediaOrigin.run(videos[1].files) { second in
                    let loop = try UVEventLoop(name: "viewers")
                    let scene = Scene(tracker: tracker, origins: [first, second], loop: loop)
                    do {
                        try await body(scene)
                        for node in scene.nodes.entries { try await node.close() }
                    } catch {
                        await loop.shutdown()
                        throw error
                    }
                    await loop.shutdown()
                }
            }
        }
    }

    /// None of the three ever has all of the CDN's bytes that it could report the root of.
    @Test func `8: three viewers whose CDN contradicts what is attested have it taken back`()
        async throws
    {
        try await Self.run { scene in
            var readers: [SegmentReader] = []
            for _ in 0..<3 { readers.append(try await scene.nodeAmidSegment().1) }
            let holder = try await scene.node(0)
            #expect(try await holder.read(0) == Self.videos[0].segments[0])
            try await scene.until { await scene.counters.revocations == 1 }
            let counters = await scene.counters
            #expect(counters.disputes == 3 && counters.reports == 1)
            #expect(counters.attestations == 1)
            try await scene.until { await !holder.session.store.isOffered(Self.id) }
            scene.origins[1].treat(Self.path, as: .plain)
            for reader in readers {
                try await scene.loop.until { reader.status.available == 100_000 }
            }
            for node in scene.nodes.entries { #expect(await node.ledger.peerBytes == 0) }
            try await expectRefusal(of: try TestSegment(Self.videos[0].segments[0]), scene)
        }
    }

    /// Somebody goes on showing the old word, which is signed and in date, to whoever comes.
    private func expectRefusal(of attested: TestSegment, _ scene: Scene) async throws {
        scene.origins[1].treat(Self.path, as: .held)
        let newcomer = try await scene.node(1)
        let holder = Holder(
            conduct: .honest, segments: [attested],
            segmentKeys: [try TestNode.segmentKey(0, newcomer.keys)], keys: newcomer.keys,
            tracker: scene.tracker, loop: scene.loop)
        let double = PeerDouble(of: newcomer.keys.swarm, scene.tracker, on: scene.loop) {
            double, message, _ in holder.answer(double, message)
        }
        try await scene.loop.run { try double.join() }
        try await scene.loop.until { double.epoch != nil }
        let address = await newcomer.peerAddress
        try await scene.until {
            try await scene.loop.run { double.dial(newcomer.peer, at: address) }
            try await scene.loop.until { double.isOpen || double.end != nil }
            return try await scene.loop.run { double.isOpen }
        }
        try await scene.loop.run {
            double.say(.hello(Hello(uploads: true, isEdge: false, progress: nil)))
            for have in Have.pages(track: TestNode.track, numbers: [0]) { double.say(.have(have)) }
        }
        async let bytes = newcomer.read(0)
        try await scene.loop.until {
            double.heard.contains { if case .leavesRequest = $0 { true } else { false } }
        }
        scene.origins[1].treat(Self.path, as: .plain)
        #expect(try await bytes == Self.videos[1].segments[0])
        #expect(await newcomer.ledger.peerBytes == 0)
        #expect(holder.sent.entries.isEmpty)
        try await scene.loop.run { double.close() }
    }
}
