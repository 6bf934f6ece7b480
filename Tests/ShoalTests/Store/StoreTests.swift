import Foundation
import Glibc
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing
import TrackerWire

extension ShoalTests {
    /// Clients that keep segments on disk, and start again.
    @Suite(.timeLimit(.minutes(2))) struct StoreTests {
        private let folder = URL(
            filePath: NSTemporaryDirectory() + "shoal-store-" + UUID().uuidString)

        private func configuration(
            memory: Int = 256 << 20, role: P2PConfiguration.Role = .viewer
        ) -> P2PConfiguration {
            P2PConfiguration(
                role: role, peerInterface: .loopback, memoryBudget: memory,
                store: P2PStoreOptions(folder: folder))
        }

        private func until(
            _ client: P2PClient, _ scene: Scene, _ condition: (P2PStoreUsage) -> Bool
        ) async throws {
            while true {
                if let usage = await client.storeUsage(), condition(usage) { return }
                try Task.checkCancellation()
                try await scene.player.loop.pass(.milliseconds(5))
            }
        }

        /// Plays the video once, until all of it is on disk, and closes the client.
        private func fill(_ scene: Scene) async throws {
            let client = try await scene.client(configuration())
            let session = try await client.createPlaybackSession(url: scene.url())
            #expect(try await scene.player.play(session) == scene.video.segments)
            try await until(client, scene) { $0.segments == scene.video.segments.count }
            await client.close()
        }

        private func removeFolder() {
            do { try FileManager.default.removeItem(at: folder) } catch {
                Issue.record("\(folder) is left: \(error)")
            }
        }

        private func requests(_ scene: Scene) -> Int {
            scene.video.segments.indices.reduce(0) {
                $0 + scene.origin.requests(for: TestVideo.path($1)).count
            }
        }

        private func items() throws -> [URL] {
            try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: "items"), includingPropertiesForKeys: nil)
        }

        @Test func `a client that starts again plays from its store, without the CDN`()
            async throws
        {
            defer { removeFolder() }
            try await Scene.run { scene in
                try await fill(scene)
                let before = requests(scene)
                let client = try await scene.client(configuration())
                let session = try await client.createPlaybackSession(url: scene.url())
                try await until(client, scene) { $0.segments == scene.video.segments.count }
                #expect(try await scene.player.play(session) == scene.video.segments)
                #expect(requests(scene) == before)
                #expect(await session.statistics().storeBytes == scene.video.byteCount)
            }
        }

        @Test func `an edge node gives peers what it had before`() async throws {
            defer { removeFolder() }
            try await Scene.run { scene in
                try await fill(scene)
                let before = requests(scene)
                let client = try await scene.client(configuration(role: .edge))
                let session = try await client.createPlaybackSession(url: scene.url())
                try await until(client, scene) { $0.segments == scene.video.segments.count }
                // It has to have read the playlist to know what its segments are.
                _ = try await scene.player.segments(of: session.playbackUrl)
                let viewer = try await scene.session()
                try await scene.player.until(viewer) { $0.peers == 1 }
                viewer.updateCurrentPositionMs(0)
                viewer.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(viewer) == scene.video.segments)
                #expect(requests(scene) == before)
                #expect(await viewer.statistics().peerBytes == scene.video.byteCount)
                #expect(await session.statistics().storeBytes == scene.video.byteCount)
            }
        }

        @Test func `what memory has no room for is read from the store`() async throws {
            defer { removeFolder() }
            try await Scene.run { scene in
                try await fill(scene)
                let client = try await scene.client(configuration(memory: 150_000))
                let session = try await client.createPlaybackSession(url: scene.url())
                try await until(client, scene) { $0.segments == scene.video.segments.count }
                let before = requests(scene)
                for _ in 0..<3 {
                    #expect(try await scene.player.play(session) == scene.video.segments)
                }
                #expect(requests(scene) == before)
                #expect(await session.statistics().storeBytes > scene.video.byteCount)
            }
        }

        @Test func `what has changed on disk comes from the CDN, to the byte`() async throws {
            defer { removeFolder() }
            try await Scene.run { scene in
                try await fill(scene)
                let items = try items()
                #expect(items.count == scene.video.segments.count)
                for item in items {
                    var bytes = try Data(contentsOf: item)
                    bytes[bytes.count / 2] ^= 1
                    try bytes.write(to: item)
                }
                let before = requests(scene)
                let client = try await scene.client(configuration())
                let session = try await client.createPlaybackSession(url: scene.url())
                try await until(client, scene) { $0.segments == scene.video.segments.count }
                #expect(try await scene.player.play(session) == scene.video.segments)
                #expect(requests(scene) == before + scene.video.segments.count)
                #expect(await session.statistics().storeBytes == 0)
                // And is stored again, as it should be.
                try await until(client, scene) { $0.segments == scene.video.segments.count }
            }
        }

        @Test func `a disk that does not answer is not waited for`() async throws {
            defer { removeFolder() }
            try await Scene.run { scene in
                try await fill(scene)
                let client = try await scene.client(configuration())
                let session = try await client.createPlaybackSession(url: scene.url())
                try await until(client, scene) { $0.segments == scene.video.segments.count }
                // Opening a pipe waits for somebody at its other end.
                let items = try items()
                for item in items {
                    #expect(unsafe unlink(item.path) == 0)
                    #expect(unsafe mkfifo(item.path, 0o600) == 0)
                }
                #expect(try await scene.player.play(session) == scene.video.segments)
                for item in items {
                    let other = unsafe open(item.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
                    #expect(other >= 0)
                    // Whoever waits has it open before this end is closed.
                    try await scene.player.loop.pass(.milliseconds(100))
                    close(other)
                }
            }
        }

        @Test func `without a folder that can be used everything is played`() async throws {
            try Data("mine".utf8).write(to: folder)
            defer { removeFolder() }
            try await Scene.run { scene in
                let client = try await scene.client(configuration())
                let session = try await client.createPlaybackSession(url: scene.url())
                #expect(try await scene.player.play(session) == scene.video.segments)
                let usage = try #require(await client.storeUsage())
                #expect(!usage.isOpen)
                #expect(usage.fault == .failed(code: Int(ENOTDIR)))
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only root mounts a disk"))
        func `a disk that is full, and then read-only, does not stop playback`() async throws {
            #expect(unsafe mkdir(folder.path, 0o700) == 0)
            try #require(
                unsafe mount("tmpfs", folder.path, "tmpfs", 0, "size=350k,mode=700") == 0)
            defer {
                #expect(unsafe umount2(folder.path, 0) == 0)
                removeFolder()
            }
            try await Scene.run { scene in
                let client = try await scene.client(configuration())
                let session = try await client.createPlaybackSession(url: scene.url())
                #expect(try await scene.player.play(session) == scene.video.segments)
                try await until(client, scene) { $0.fault == .full }
                #expect(try await scene.player.play(session) == scene.video.segments)
                // A mount of its own, as no disk becomes read-only on which a file is open.
                let items = folder.appending(path: "items").path
                try #require(unsafe mount(items, items, nil, UInt(MS_BIND), nil) == 0)
                defer { #expect(unsafe umount2(items, 0) == 0) }
                let readOnly = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
                try #require(unsafe mount(nil, items, nil, readOnly, nil) == 0)
                #expect(try await scene.player.play(session) == scene.video.segments)
                await client.close()
            }
        }

        @Test func `nothing on disk tells what it is, or what it came with`() async throws {
            defer { removeFolder() }
            try await Scene.run { scene in
                let client = try await scene.client(configuration())
                let session = try await client.createPlaybackSession(
                    url: scene.url(),
                    options: P2PPlaybackOptions(
                        contentId: "canary-content",
                        originHeaders: ["Authorization": "canary-header"]))
                _ = try await scene.player.play(session)
                try await until(client, scene) { $0.segments == scene.video.segments.count }
                await client.close()
                let key = try scene.tracker.sdkKey()
                let secrets =
                    [
                        "canary", "127.0.0.1", "http", "/show", "m3u8", ".ts", key.text,
                    ].map { Data($0.utf8) } + [Data(key.contentKey.secret.bytes)]
                let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects
                for name in try #require(names as? [String]) {
                    #expect(!name.contains("canary") && !name.contains(".ts"))
                    let path = folder.appending(path: name)
                    // Segments are random bytes here, and may hold anything short.
                    guard !path.hasDirectoryPath, !name.hasPrefix("items") else { continue }
                    let bytes = try Data(contentsOf: path)
                    for secret in secrets { #expect(bytes.range(of: secret) == nil) }
                }
            }
        }
    }
}
