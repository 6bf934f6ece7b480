import IOTestSupport
import PeerWire
import Primitives
import SwarmCore
import SwarmTestSupport
import Testing

@testable import Engine

/// What a peer sees of a node's uploads.
@Suite(.timeLimit(.minutes(1))) struct UploaderTests {
    /// A node that holds the whole video, and a peer that knows it.
    private func scene(
        _ body: (HostileScene, PeerDouble) async throws -> Void
    ) async throws {
        try await HostileScene.run { scene in
            try await scene.play()
            for number in scene.video.segments.indices { _ = try await scene.node.read(number) }
            let double = try await scene.peer { _, _ in }
            try await scene.loop.until {
                Set(double.heard.flatMap(\.offered)).count == scene.video.segments.count
            }
            try await body(scene, double)
        }
    }

    private func ask(
        _ scene: HostileScene, _ double: PeerDouble, _ segment: Int, within milliseconds: UInt32
    ) async throws {
        try await scene.loop.run {
            double.say(
                .request(
                    ChunkRequest(
                        segment: TestNode.id(segment), run: ChunkRun(0..<4),
                        deadlineMs: milliseconds)))
        }
    }

    private func busy(_ double: PeerDouble) -> [Busy] {
        double.heard.compactMap { if case .busy(let busy) = $0 { busy } else { nil } }
    }

    private func chunks(_ double: PeerDouble) -> Int {
        double.heard.count { if case .data = $0 { true } else { false } }
    }

    @Test func `what waits when the network becomes metered is put off, and served later`()
        async throws
    {
        try await scene { scene, double in
            // Two chunks go out at once, and the next after nine hours.
            await scene.node.account.setRate(1)
            try await ask(scene, double, 0, within: 5_000)
            try await scene.loop.until { self.chunks(double) == 2 }
            try await scene.wasHeard(double)
            #expect(try await scene.loop.run { self.busy(double).isEmpty })
            await scene.node.account.setMetered(true)
            try await scene.loop.until { !self.busy(double).isEmpty }
            let put = try await scene.loop.run { self.busy(double) }
            #expect(put.map(\.run) == [ChunkRun(2..<4)])
            #expect(put.allSatisfy { (1_000...10_000).contains($0.retryAfterMs) })
            try await ask(scene, double, 1, within: 5_000)
            try await scene.loop.until { self.busy(double).count == 2 }
            await scene.node.account.setRate(nil)
            await scene.node.account.setMetered(false)
            try await scene.wasHeard(double)
            try await ask(scene, double, 1, within: 5_000)
            try await scene.loop.until { self.chunks(double) == 6 }
            #expect(try await scene.isOpen(double))
        }
    }

    @Test func `a session that is not to upload puts everybody off`() async throws {
        try await scene { scene, double in
            await scene.node.session.setUploadEnabled(false)
            try await ask(scene, double, 0, within: 5_000)
            try await scene.loop.until { self.busy(double).count == 1 }
            await scene.node.session.setUploadEnabled(true)
            try await ask(scene, double, 0, within: 5_000)
            try await scene.loop.until { self.chunks(double) == 4 }
        }
    }

    @Test func `who needs a chunk soon takes the slot of who can wait, and that one is told`()
        async throws
    {
        try await scene { scene, first in
            await scene.node.account.setRate(1)
            try await ask(scene, first, 0, within: 5_000)
            try await scene.loop.until { self.chunks(first) == 2 }
            // All slots are taken: by this one, and by others that can wait longer.
            var waiting: [PeerDouble] = []
            for _ in 1..<UploadConfiguration().slots {
                let next = try await scene.peer { _, _ in }
                try await ask(scene, next, 1, within: 60_000)
                try await scene.wasHeard(next)
                waiting.append(next)
            }
            let other = try await scene.peer { _, _ in }
            try await ask(scene, other, 2, within: 60_000)
            try await scene.loop.until { self.busy(other).count == 1 }
            let urgent = try await scene.peer { _, _ in }
            // What nobody was given yet would be let in beside the slots.
            try await ask(scene, urgent, 0, within: 100)
            let peers = waiting
            try await scene.loop.until { peers.contains { !self.busy($0).isEmpty } }
            await scene.node.account.setRate(nil)
            try await scene.loop.until {
                ([urgent, first] + peers).allSatisfy {
                    self.chunks($0) == 4 || !self.busy($0).isEmpty
                }
            }
            let put = try await scene.loop.run { peers.flatMap { self.busy($0).map(\.run) } }
            #expect(put == [ChunkRun(0..<4)])
            #expect(try await scene.loop.run { self.chunks(urgent) } == 4)
            #expect(try await scene.loop.run { self.chunks(first) } == 4)
        }
    }
}

extension PeerMessage {
    fileprivate var offered: [SegmentID] {
        guard case .have(let have) = self else { return [] }
        return have.segments
    }
}
