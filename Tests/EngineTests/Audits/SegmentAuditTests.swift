import IOTestSupport
import PeerWire
import Primitives
import SwarmCore
import SwarmTestSupport
import Testing

@testable import Engine

/// What peers gave, held against what the origin serves.
@Suite(.timeLimit(.minutes(1)), .serialized) struct SegmentAuditTests {
    private static let path = TestVideo.path(0)

    /// The node has the first segment from a peer; `body` is told the peer.
    private static func run(
        audits perThousand: Int, serving other: [UInt8]?,
        _ body: (HostileScene, PeerDouble) async throws -> Void
    ) async throws {
        try await HostileScene.run(audits: perThousand) { scene in
            scene.holdOrigin(true)
            let (peer, _) = try await scene.peer(.honest)
            if let other { scene.origin.put(path, other) }
            try await scene.play()
            #expect(try await scene.node.read(0) == scene.video.segments[0])
            try await body(scene, peer)
        }
    }

    private static func audited(_ scene: HostileScene, _ count: Int) async throws {
        try await scene.loop.until {
            scene.node.session.ledger.assumeIsolated { $0.ledger.auditedSegments >= count }
        }
    }

    @Test func `what the origin serves as well is of no further interest`() async throws {
        try await Self.run(audits: 1000, serving: nil) { scene, _ in
            scene.holdOrigin(false)
            try await Self.audited(scene, 1)
            let ledger = await scene.node.ledger
            #expect(ledger.disputedSegments == 0)
            #expect(ledger.originBytes(.audit) > 0)
            let ids = scene.video.segments.indices.map { TestNode.id($0) }
            for id in ids { #expect(await !scene.node.session.store.isQuarantined(id)) }
        }
    }

    @Test func `what the origin serves otherwise is found out, and shared no more`() async throws {
        var other = TestVideo(segments: 6, length: 100_000).segments[0]
        other[7] ^= 1
        try await Self.run(audits: 1000, serving: other) { scene, _ in
            // The first to come was drawn first; the rest waits.
            scene.origin.treat(Self.path, as: .plain)
            try await Self.audited(scene, 1)
            let ledger = await scene.node.ledger
            #expect(ledger.disputedSegments == 1)
            #expect(await scene.node.session.store.isQuarantined(TestNode.id(0)))
            // Whoever asks again gets what the origin serves.
            #expect(try await scene.node.read(0) == other)
        }
    }

    @Test func `an origin that does not answer says nothing`() async throws {
        try await Self.run(audits: 1000, serving: nil) { scene, _ in
            scene.origin.treat(Self.path, as: .status("503 Service Unavailable", body: ""))
            try await Self.audited(scene, 1)
            let ledger = await scene.node.ledger
            #expect(ledger.disputedSegments == 0)
            #expect(await !scene.node.session.store.isQuarantined(TestNode.id(0)))
        }
    }

    @Test func `nothing is audited where the tracker asks for none`() async throws {
        try await Self.run(audits: 0, serving: nil) { scene, _ in
            for number in scene.video.segments.indices { _ = try await scene.node.read(number) }
            #expect(scene.origin.requests.isEmpty)
            #expect(await scene.node.ledger.auditedSegments == 0)
        }
    }
}
