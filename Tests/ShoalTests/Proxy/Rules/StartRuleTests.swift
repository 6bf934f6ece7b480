import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import TestSupport
import Testing

extension ShoalTests {
    /// R24: a start through us is no later than one at the origin, but for what a player does not notice.
    @Suite(.timeLimit(.minutes(1))) struct StartRuleTests {
        private static let most = Duration.milliseconds(50)
        private static let starts = 9

        /// Playlists, one after the other, and the first segment; when its last byte is there.
        private func start(at url: URL, _ scene: Scene) async throws -> Duration {
            let begun = ContinuousClock.now
            let segments = try await scene.player.segments(of: url)
            let answer = try await scene.player.get(segments[0])
            #expect(answer.body == scene.video.segments[0])
            return ContinuousClock.now - begun
        }

        @Test func `R24: nine starts, each of a session of its own, are as quick as direct ones`()
            async throws
        {
            try await Scene.run { scene in
                var direct: [Duration] = []
                var through: [Duration] = []
                for _ in 0..<Self.starts {
                    direct.append(try await start(at: scene.url(), scene))
                    let session = try await scene.session()
                    through.append(try await start(at: session.playbackUrl, scene))
                    await session.close()
                }
                let middle = (direct.sorted()[Self.starts / 2], through.sorted()[Self.starts / 2])
                print("starts: direct \(middle.0), through a session \(middle.1)")
                #expect(middle.1 < middle.0 + Self.most)
            }
        }

        @Test func `R24: a start asks the origin for nothing that a player would not`() async throws
        {
            try await Scene.run { scene in
                _ = try await start(at: scene.url(), scene)
                let asked = scene.origin.requests.map(\.target)
                let before = asked.count
                let session = try await scene.session()
                _ = try await start(at: session.playbackUrl, scene)
                // What is fetched ahead comes after what the player waits for.
                #expect(
                    Array(scene.origin.requests.map(\.target)[before...].prefix(asked.count))
                        == asked)
            }
        }
    }
}
