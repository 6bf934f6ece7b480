import Engine
import Foundation
import IOTestSupport
import SwarmCore
import SwarmTestSupport
import TestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// What an application can say of uploads.
    @Suite(.timeLimit(.minutes(1))) struct UploadTests {
        /// A second device plays what the first has; returns what it got from where.
        private func play(
            _ scene: Scene, beside configuration: P2PConfiguration,
            _ options: P2PPlaybackOptions = P2PPlaybackOptions(),
            before: (P2PClient, PlaybackSession) async -> Void = { _, _ in }
        ) async throws -> (client: P2PClient, first: P2PStats, second: P2PStats) {
            let client = try await scene.client(configuration)
            let first = try await client.createPlaybackSession(url: scene.url(), options: options)
            #expect(try await scene.player.play(first) == scene.video.segments)
            await before(client, first)
            let second = try await scene.session()
            try await scene.player.until(second) { $0.peers == 1 }
            second.updateCurrentPositionMs(0)
            second.updateBufferedDurationMs(10_000)
            #expect(try await scene.player.play(second) == scene.video.segments)
            return (client, await first.statistics(), await second.statistics())
        }

        private var loopback: P2PConfiguration { P2PConfiguration(peerInterface: .loopback) }

        @Test func `nothing is uploaded over a metered network`() async throws {
            try await Scene.run { scene in
                var configuration = loopback
                configuration.isNetworkMetered = true
                let (_, first, second) = try await play(scene, beside: configuration)
                #expect(first.uploadedBytes == 0 && second.peerBytes == 0)
            }
        }

        @Test func `over a metered network uploads can be allowed`() async throws {
            try await Scene.run { scene in
                var configuration = loopback
                configuration.isNetworkMetered = true
                configuration.uploadsWhenMetered = true
                let (_, first, second) = try await play(scene, beside: configuration)
                #expect(second.peerBytes == scene.video.byteCount)
                #expect(first.uploadedBytes >= second.peerBytes)
            }
        }

        @Test(arguments: [true, false])
        func `the network can become metered, and be free again`(_ isMetered: Bool) async throws {
            try await Scene.run { scene in
                let (_, first, _) = try await play(scene, beside: loopback) { client, _ in
                    await client.setNetworkMetered(true)
                    if !isMetered { await client.setNetworkMetered(false) }
                }
                #expect((first.uploadedBytes == 0) == isMetered)
            }
        }

        @Test(arguments: [true, false])
        func `a session's uploads have a switch`(_ isEnabled: Bool) async throws {
            try await Scene.run { scene in
                let options = P2PPlaybackOptions(isUploadEnabled: !isEnabled)
                let (_, first, _) = try await play(scene, beside: loopback, options) { _, first in
                    first.setUploadEnabled(isEnabled)
                }
                #expect((first.uploadedBytes > 0) == isEnabled)
            }
        }

        @Test func `a cap ends uploads for all sessions of the client`() async throws {
            try await Scene.run { scene in
                var configuration = loopback
                // Two chunks of the thirteen that the video has.
                configuration.uploadBytesPerDay = 2 << 15
                let (client, first, second) = try await play(scene, beside: configuration)
                #expect(first.uploadedBytes <= 2 << 15)
                #expect(second.cdnBytes + second.peerBytes >= scene.video.byteCount)
                let usage = try #require(await client.uploadUsage())
                #expect(usage.bytesToday <= 2 << 15)
                #expect(!usage.isEstimated && usage.isSaved)
            }
        }

        @Test func `before its first session and after its end a client has no usage`()
            async throws
        {
            try await Scene.run { scene in
                let client = try await scene.client(loopback)
                await client.setNetworkMetered(true)
                await client.setUploadLimit(1_000)
                #expect(await client.uploadUsage() == nil)
                _ = try await client.createPlaybackSession(url: scene.url())
                #expect(await client.uploadUsage() != nil)
                await client.close()
                #expect(await client.uploadUsage() == nil)
            }
        }

        // MARK: The usage file

        @Test func `the count outlives the client, for its owner alone`() async throws {
            try await withFile { file in
                try await Scene.run { scene in
                    var configuration = loopback
                    configuration.uploadUsageFile = file
                    let (client, first, _) = try await play(scene, beside: configuration)
                    await client.close()
                    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                    #expect(attributes[.posixPermissions] as? Int == 0o600)
                    let next = try await scene.client(configuration)
                    _ = try await next.createPlaybackSession(url: scene.url())
                    let usage = try #require(await next.uploadUsage())
                    #expect(usage.bytesToday >= first.uploadedBytes)
                    #expect(usage.bytesThisMonth >= first.uploadedBytes)
                    #expect(!usage.isEstimated)
                    let folder = file.deletingLastPathComponent().path
                    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                    #expect(names == [file.lastPathComponent])
                }
            }
        }

        @Test(arguments: [
            "", "{", "[]", #"{"day":1}"#,
            #"{"day":1,"bytesToday":-1,"month":1,"bytesThisMonth":0,"isEstimated":false}"#,
            #"{"day":1,"bytesToday":9223372036854775807,"month":1,"bytesThisMonth":0,"isEstimated":false}"#,
            #"{"day":99999999999999999999,"bytesToday":1,"month":1,"bytesThisMonth":0,"isEstimated":false}"#,
        ])
        func `a broken file is said to be one, and replaced`(_ text: String) async throws {
            try await withFile { file in
                try text.write(to: file, atomically: false, encoding: .utf8)
                try await Scene.run { scene in
                    var configuration = loopback
                    configuration.uploadUsageFile = file
                    configuration.uploadBytesPerMonth = 1 << 50
                    let (client, _, _) = try await play(scene, beside: configuration)
                    #expect(await client.uploadUsage()?.isEstimated == true)
                    await client.close()
                    let next = try await scene.client(configuration)
                    _ = try await next.createPlaybackSession(url: scene.url())
                    // It is written down as well that part of it is a guess.
                    #expect(await next.uploadUsage()?.isEstimated == true)
                    #expect(try Data(contentsOf: file) != Data(text.utf8))
                }
            }
        }

        @Test func `where no file can be, there is nothing to read and nothing is written`() {
            let storage = UploadUsageFile(path: "/proc/nowhere/usage").storage
            guard case .nothing = storage.read() else {
                Issue.record("there is no such file")
                return
            }
            #expect(!storage.write(UploadUsage(unixTime: 0)))
        }

        private func withFile(_ body: (URL) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("shoal-usage-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            do {
                try await body(folder.appendingPathComponent("usage"))
                try FileManager.default.removeItem(at: folder)
            } catch {
                try FileManager.default.removeItem(at: folder)
                throw error
            }
        }
    }
}
