import CPlaintextRecord
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing
import TrackerServer
import TrackerWire

extension ShoalTests {
    /// What goes into the cipher, on its way to peers and tracker.
    @Suite(.serialized, .timeLimit(.minutes(1))) struct PlaintextTests {
        private static let canary = "canary-\(UInt64.random(in: 0 ... .max))"
        private static let options = P2PPlaybackOptions(
            originHeaders: [
                "X-Token": canary + "-token", "Authorization": "Bearer \(canary)",
                "Cookie": "session=\(canary)",
            ])

        private static func holds(_ bytes: [UInt8]) -> Bool {
            unsafe bytes.withUnsafeBytes { unsafe plaintext_holds($0.baseAddress, $0.count) } != 0
        }

        @Test func `A4, A5: it holds media, and neither header, signature, content key nor title`()
            async throws
        {
            plaintext_begin()
            defer { plaintext_end() }
            try await Scene.run { scene in
                let path = TestVideo.master + "?Signature=\(Self.canary)"
                let first = try await scene.session(path, Self.options)
                #expect(try await scene.player.play(first) == scene.video.segments)
                let second = try await scene.session(path, Self.options)
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes > 0)

                #expect(scene.origin.requests.contains { $0.head.contains(Self.canary) })
                #expect(Self.holds(Array(scene.video.segments[0].prefix(1_000))))
                let key = try scene.tracker.sdkKey()
                let secrets =
                    [Self.canary, "X-Token", "/show/", "s1.ts"].map { Array($0.utf8) }
                    + [key.contentKey.secret.bytes]
                for secret in secrets {
                    #expect(!Self.holds(secret), "\(String(decoding: secret, as: UTF8.self))")
                }
            }
        }
    }
}
