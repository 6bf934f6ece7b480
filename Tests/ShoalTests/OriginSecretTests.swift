import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// Headers and cookies for the origin go to the origin and to nobody else.
    @Suite(.timeLimit(.minutes(1))) struct OriginSecretTests {
        private static let canary = "canary-7f3a"
        private static let options = P2PPlaybackOptions(
            originHeaders: ["X-Token": canary, "Authorization": "Bearer \(canary)"])

        private static func isTold(_ request: ScriptedOrigin.Request) -> Bool {
            request.values("X-Token") == [canary]
                && request.values("Authorization") == ["Bearer \(canary)"]
        }

        @Test func `A5: they go with every request to the origin`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session(TestVideo.master, Self.options)
                #expect(try await scene.player.play(session) == scene.video.segments)
                let requests = scene.origin.requests
                #expect(requests.count >= 2 + scene.video.segments.count)
                #expect(requests.allSatisfy(Self.isTold))
            }
        }

        @Test func `what the application set wins over what the player sends`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session(TestVideo.master, Self.options)
                _ = try await scene.player.get(
                    session.playbackUrl, ["X-Token: other", "User-Agent: TestPlayer/1"])
                let request = try #require(scene.origin.requests.first)
                #expect(Self.isTold(request))
                #expect(request.values("User-Agent") == ["TestPlayer/1"])
            }
        }

        @Test func `A5: another host gets none, by redirect or by playlist`() async throws {
            try await Scene.run { scene in
                try await MediaOrigin.run(scene.video.files) { other in
                    scene.origin.treat(
                        TestVideo.path(0), as: .redirect(to: other.url(TestVideo.path(0))))
                    let text = scene.video.text.replacing(
                        "s1.ts", with: other.url(TestVideo.path(1)))
                    scene.origin.put(TestVideo.playlist, Array(text.utf8))
                    let session = try await scene.session(TestVideo.master, Self.options)
                    #expect(try await scene.player.play(session) == scene.video.segments)
                    #expect(other.requests.count == 2)
                    for request in other.requests {
                        #expect(!request.head.contains(Self.canary))
                        #expect(request.values("Referer").isEmpty)
                    }
                }
            }
        }

        @Test func `nor does the origin learn of this host or its token`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let token = session.playbackUrl.path().split(separator: "/")[1]
                let port = session.playbackUrl.port ?? 0
                let segments = try await scene.player.segments(of: session.playbackUrl)
                _ = try await scene.player.get(
                    segments[0],
                    [
                        "Referer: \(session.playbackUrl.absoluteString)",
                        "Origin: http://127.0.0.1:\(port)",
                    ])
                for request in scene.origin.requests {
                    #expect(!request.head.contains(token))
                    #expect(!request.head.contains(":\(port)"))
                }
            }
        }

        @Test func `what the player is given names no other URL than ours`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session(TestVideo.master, Self.options)
                for url in [session.playbackUrl]
                    + (try await scene.player.uris(in: session.playbackUrl))
                {
                    let answer = try await scene.player.get(url)
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(!text.contains("\(scene.origin.port)"))
                    #expect(!text.contains(Self.canary))
                }
            }
        }
    }
}
