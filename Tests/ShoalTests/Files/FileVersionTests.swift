import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// A file that becomes another one at its origin: no answer ever holds bytes of both.
    @Suite(.timeLimit(.minutes(1))) struct FileVersionTests {
        /// Of one length, so that nothing but the validator tells them apart.
        private static let old = FileOrigin.noise(800_000, seed: 1)
        private static let new = FileOrigin.noise(800_000, seed: 2)
        private static let monday = "Mon, 02 Nov 2026 10:00:00 GMT"
        private static let tuesday = "Tue, 03 Nov 2026 10:00:00 GMT"

        private static func change(_ scene: FileScene) {
            scene.origin.change(FileScene.path) { file in
                file.bytes = new
                if file.tag != nil { file.tag = "\"v2\"" }
                file.date = tuesday
            }
        }

        @Test(arguments: ["\"v1\"", nil])
        func `what a player asks next comes from the new version alone`(_ tag: String?) async throws
        {
            let file = FileOrigin.File(bytes: Self.old, tag: tag, date: Self.monday)
            try await FileScene.run(file) { scene in
                let session = try await scene.session(
                    FileScene.path, P2PPlaybackOptions(isP2PEnabled: false))
                let first = try await scene.get(session, "Range: bytes=0-999")
                #expect(first.body == Array(Self.old[..<1000]))
                Self.change(scene)
                let tag = try #require(first.header("ETag"))
                let later = try await scene.get(
                    session, "Range: bytes=600000-600999", "If-Range: \(tag)")
                #expect(later.status == 200 && later.body == Self.new)
                #expect(later.header("ETag") != tag)
                let part = try await scene.get(session, "Range: bytes=0-999")
                #expect(part.body == Array(Self.new[..<1000]))
                #expect(part.header("ETag") == later.header("ETag"))
            }
        }

        @Test func `an answer under way ends rather than go on with other bytes`() async throws {
            let old = FileOrigin.noise(40_000_000, seed: 1)
            let new = FileOrigin.noise(40_000_000, seed: 2)
            try await FileScene.run(FileOrigin.File(bytes: old)) { scene in
                let session = try await scene.session(
                    FileScene.path, P2PPlaybackOptions(isP2PEnabled: false))
                let client = try await scene.player.connect(to: session.playbackUrl)
                try await client.pause(after: 1)
                try await client.send(TestPlayer.request(session.playbackUrl))
                try await client.received(atLeast: 1)
                scene.origin.change(FileScene.path) {
                    $0.bytes = new
                    $0.tag = "\"v2\""
                }
                try await client.resume()
                let (_, received) = try await client.end()
                client.close()
                let head = try #require(received.firstRange(of: Array("\r\n\r\n".utf8)))
                let body = Array(received[head.upperBound...])
                #expect(body.count < old.count && body == Array(old[..<body.count]))
                #expect(try await scene.get(session).body == new)
            }
        }

        @Test func `peers with the old version give nothing to those with the new`() async throws {
            let file = FileOrigin.File(bytes: Self.old)
            try await FileScene.run(file) { scene in
                let first = try await scene.session()
                #expect(try await scene.get(first).body == Self.old)
                Self.change(scene)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                #expect(try await scene.get(second).body == Self.new)
                #expect(await second.statistics().peerBytes == 0)
                // The first still has what it had: its player may be in the middle of that.
                #expect(try await scene.get(first).body == Self.old)
                let third = try await scene.session()
                try await scene.player.until(third) { $0.peers == 2 }
                #expect(try await scene.get(third).body == Self.new)
                #expect(await third.statistics().peerBytes > 0)
            }
        }

        @Test func `an origin that says nothing of its version any more is not believed`()
            async throws
        {
            try await FileScene.run(FileOrigin.File(bytes: Self.old)) { scene in
                let session = try await scene.session(
                    FileScene.path, P2PPlaybackOptions(isP2PEnabled: false))
                let first = try await scene.get(session, "Range: bytes=0-999")
                #expect(first.body == Array(Self.old[..<1000]))
                scene.origin.change(FileScene.path) {
                    $0.bytes = Self.new
                    $0.tag = nil
                }
                let later = try await scene.get(session, "Range: bytes=600000-600999")
                #expect(later.status == 206 && later.body == Array(Self.new[600_000..<601_000]))
                #expect(await session.unavailableReason() == .disabledBySession)
            }
        }
    }
}
