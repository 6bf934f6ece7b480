import Crypto
import EventLoop
import IOTestSupport
import Manifests
import Primitives
import SwarmTestSupport
import Testing
import TrackerWire

@testable import Engine

/// What a session makes of a tracker's word on segments that a list vouches for.
@Suite(.timeLimit(.minutes(1))) struct ListedSegmentTests {
    private static func roots(
        of video: TestVideo, _ node: TestNode
    ) throws -> VouchedRoots {
        let entries = try video.segments.enumerated().map { number, bytes in
            let segment = try TestSegment(bytes)
            return RootList.Entry(
                uri: "v/s\(number).ts",
                resource: .segment(
                    RootList.SegmentRoot(length: segment.length, root: segment.root)))
        }
        return VouchedRoots(
            RootList(content: "", entries: entries), level: .publisher,
            from: try SampleRoots.source("http://cdn" + TestVideo.master), keys: node.keys)
    }

    @Test(arguments: [true, false])
    func `complaints take back what the notary has signed, and not what a list says`(
        _ isListed: Bool
    ) async throws {
        let video = TestVideo(segments: 2, length: 100_000)
        try await TestTracker.run { tracker in
            try await MediaOrigin.run(video.files) { origin in
                let loop = try UVEventLoop(name: "node")
                let node = try await TestNode.start(tracker, on: loop)
                if isListed {
                    let roots = try Self.roots(of: video, node)
                    await node.session.use(roots)
                }
                try await node.describe(video, at: origin)
                #expect(try await node.read(0) == video.segments[0])
                let id = TestNode.id(0)
                let store = await node.session.store
                try await loop.until { store.assumeIsolated { $0.isOffered(id) } }
                await node.session.received(.revoked(try TestNode.segmentKey(0, node.keys)))
                #expect(await store.isOffered(id) == isListed)
                try await node.close()
                await loop.shutdown()
            }
        }
    }
}
