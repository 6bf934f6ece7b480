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

        @Test func `Tickets B7: nor does it hold a token that expires, and neither does the disk`()
            async throws
        {
            let folder = URL(
                filePath: NSTemporaryDirectory() + "shoal-tokens-" + UUID().uuidString)
            defer {
                do {
                    try FileManager.default.removeItem(at: folder)
                } catch {
                    Issue.record(error)
                }
            }
            plaintext_begin()
            defer { plaintext_end() }
            try await Scene.run { scene in
                let office = TokenOffice()
                scene.origin.guardDoor { office.isGood($0) }
                let client = try await scene.client(
                    P2PConfiguration(
                        peerInterface: .loopback, store: P2PStoreOptions(folder: folder)))
                let first = try await client.createPlaybackSession(
                    url: scene.url(),
                    options: P2PPlaybackOptions(originCredentials: office.credentials(of: "one")))
                #expect(try await scene.player.play(first) == scene.video.segments)
                let second = try await scene.session(
                    TestVideo.master,
                    P2PPlaybackOptions(originCredentials: office.credentials(of: "two")))
                try await scene.player.until(second) { $0.peers == 1 }
                office.expireAll()
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes > 0)
                await client.close()

                #expect(Self.holds(Array(scene.video.segments[0].prefix(1_000))))
                for secret in [office.canary, TokenOffice.parameter, "X-Ticket"] {
                    #expect(!Self.holds(Array(secret.utf8)), "\(secret)")
                }
                let files = try #require(
                    FileManager.default.enumerator(
                        at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
                var count = 0
                for case let file as URL in files
                where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                    count += 1
                    let bytes = try Data(contentsOf: file)
                    #expect(bytes.range(of: Data(office.canary.utf8)) == nil, "\(file)")
                }
                #expect(count > 0)
            }
        }
    }
}
