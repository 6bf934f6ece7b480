import Crypto
import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import Primitives
import TrackerServer
import TrackerWire

extension ShoalTests {
    @Suite(.timeLimit(.minutes(1))) struct ClientTests {
        @Test(arguments: [
            "", "shoal1.", "shoal1.AAAA", "shoal2.AAAA", "not a key", "shoal1.****",
        ])
        func `A2: a bad key is an error there and then`(_ key: String) {
            #expect(throws: P2PError.invalidSDKKey) {
                try P2PClient(sdkKey: key, bundleId: "tv.example")
            }
        }

        @Test func `a key with one wrong letter is an error that says so`() async throws {
            try await Scene.run { scene in
                var letters = Array(try scene.tracker.sdkKey().text)
                letters[20] = letters[20] == "A" ? "B" : "A"
                let key = String(letters)
                #expect(throws: P2PError.invalidSDKKey) {
                    try P2PClient(sdkKey: key, bundleId: "tv.example")
                }
            }
        }

        @Test func `a key that its operator has not signed is not valid`() async throws {
            try await Scene.run { scene in
                let real = try scene.tracker.sdkKey()
                let forger = SigningKey.generate()
                let pass = try AppPass(
                    trackerHost: "127.0.0.1", trackerPort: real.pass.trackerPort,
                    trackerKey: real.pass.trackerKey, operatorKey: real.pass.operatorKey,
                    appID: real.pass.appID, sign: forger.sign)
                let key = SDKKey(pass: pass, contentKey: real.contentKey).text
                #expect(throws: P2PError.invalidSDKKey) {
                    try P2PClient(sdkKey: key, bundleId: "tv.example")
                }
            }
        }

        @Test func `a bad bundle id is an error there and then`() async throws {
            try await Scene.run { scene in
                let key = try scene.tracker.sdkKey().text
                for bundleID in ["", "täglich", "a\nb", String(repeating: "a", count: 101)] {
                    #expect(throws: P2PError.invalidBundleId) {
                        try P2PClient(sdkKey: key, bundleId: bundleID)
                    }
                }
            }
        }

        /// What cannot be played, and why.
        private static let badURLs = [
            ("ftp://cdn/a.m3u8", P2PError.unsupportedScheme),
            ("file:///a.m3u8", .unsupportedScheme), ("data:text/plain,a", .unsupportedScheme),
            ("a.m3u8", .malformedURL), ("/a.m3u8", .malformedURL),
            ("http:///a.m3u8", .malformedURL), ("http://", .malformedURL),
            ("http://cdn:99999/a.m3u8", .malformedURL),
        ]

        @Test func `A2: a URL that cannot be played is an error there and then`() async throws {
            try await Scene.run { scene in
                let client = try await scene.client()
                for (text, expected) in Self.badURLs {
                    let url = try #require(URL(string: text))
                    await #expect(throws: expected) {
                        try await client.createPlaybackSession(url: url)
                    }
                }
            }
        }

        @Test func `A2, A13: a closed client makes no session, and can be closed again`()
            async throws
        {
            try await Scene.run { scene in
                let client = try await scene.client()
                let session = try await client.createPlaybackSession(url: scene.url())
                await client.close()
                await client.close()
                let url = try scene.url()
                await #expect(throws: P2PError.clientClosed) {
                    try await client.createPlaybackSession(url: url)
                }
                await #expect(throws: (any Error).self) {
                    try await scene.player.get(session.playbackUrl)
                }
                _ = await session.statistics()
                await session.close()
            }
        }

        @Test func `a client that is closed before it has found its tracker leaves nothing behind`()
            async throws
        {
            try await Scene.run { scene in
                let pass = try scene.tracker.keys.sdkKey(
                    trackerHost: "localhost", trackerPort: scene.tracker.address.port,
                    appID: TestTracker.app)
                for _ in 0..<20 {
                    let client = try P2PClient(
                        sdkKey: pass.text, bundleId: "tv.example",
                        configuration: P2PConfiguration(peerInterface: .loopback))
                    let session = try await client.createPlaybackSession(url: scene.url())
                    await client.close()
                    #expect(await session.statistics().peers == 0)
                }
            }
        }

        @Test func `a session that is made while its client closes does not outlive it`()
            async throws
        {
            try await Scene.run { scene in
                let url = try scene.url()
                for _ in 0..<20 {
                    let client = try await scene.client()
                    async let made = client.createPlaybackSession(url: url)
                    await client.close()
                    do {
                        let session = try await made
                        await #expect(throws: (any Error).self) {
                            try await scene.player.get(session.playbackUrl)
                        }
                    } catch let error as P2PError {
                        #expect(error == .clientClosed)
                    }
                }
            }
        }

        @Test func `A1: many sessions can be made at once`() async throws {
            try await Scene.run { scene in
                let client = try await scene.client()
                let url = try scene.url()
                let urls = try await withThrowingTaskGroup(of: URL.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await client.createPlaybackSession(url: url).playbackUrl
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(urls).count == 8)
            }
        }
    }
}
