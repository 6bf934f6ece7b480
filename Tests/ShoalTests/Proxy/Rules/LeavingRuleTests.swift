import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R5, R6, B44: nothing is fetched on for a player that has left, unless somebody else wants it.
    @Suite(.timeLimit(.minutes(1))) struct LeavingRuleTests {
        enum Kind: CaseIterable, Sendable {
            case playlist, segment, file
        }

        /// A request that the origin holds back.
        private func held(_ kind: Kind, _ scene: Scene) async throws -> (URL, path: String) {
            switch kind {
            case .playlist:
                let session = try await scene.session()
                scene.origin.treat(TestVideo.master, as: .held)
                return (session.playbackUrl, TestVideo.master)
            case .segment:
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                scene.origin.treat(TestVideo.path(0), as: .held)
                return (segments[0], TestVideo.path(0))
            case .file:
                scene.origin.put("/film.mp4", scene.video.segments[0])
                let session = try await scene.session("/film.mp4")
                _ = try await scene.player.get(session.playbackUrl)
                scene.origin.treat("/film.mp4", as: .held)
                return (session.playbackUrl, "/film.mp4")
            }
        }

        private func ask(_ url: URL, _ scene: Scene) async throws -> HTTPClient {
            let client = try await scene.player.connect(to: url)
            try await client.send(TestPlayer.request(url))
            return client
        }

        private func until(
            _ scene: Scene, _ condition: () async throws -> Bool
        ) async throws {
            while try await !condition() { try await scene.player.loop.pass(.milliseconds(5)) }
        }

        @Test(arguments: Kind.allCases)
        func `R5, B44: the origin is left when the player leaves`(_ kind: Kind) async throws {
            try await Scene.run { scene in
                let (url, path) = try await held(kind, scene)
                let before = scene.origin.requests(for: path).count
                let client = try await ask(url, scene)
                try await until(scene) { scene.origin.requests(for: path).count > before }
                let connections = try await scene.origin.connections()
                client.close()
                try await until(scene) { try await scene.origin.connections() < connections }
                #expect(scene.origin.requests(for: path).count == before + 1)
            }
        }

        @Test(arguments: [Kind.playlist, .segment])
        func `R6: who leaves does not end it for another, and both ask the origin once`(
            _ kind: Kind
        ) async throws {
            try await Scene.run { scene in
                let (url, path) = try await held(kind, scene)
                let before = scene.origin.requests(for: path).count
                let leaving = try await ask(url, scene)
                let staying = try await ask(url, scene)
                try await until(scene) { scene.origin.requests(for: path).count > before }
                // Both are there once the server has answered somebody who came after them.
                _ = try await scene.player.get(url, method: "OPTIONS")
                leaving.close()
                try await scene.player.loop.pass(.milliseconds(50))
                scene.origin.treat(path, as: .plain)
                let answer = try await staying.answer()
                #expect(answer.status == 200 && !answer.body.isEmpty)
                #expect(scene.origin.requests(for: path).count == before + 1)
                staying.close()
            }
        }

        @Test func `many players of one session are one to the origin`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                for (url, path) in [
                    (session.playbackUrl, TestVideo.master), (segments[2], TestVideo.path(2)),
                ] {
                    scene.origin.treat(path, as: .held)
                    let before = scene.origin.requests(for: path).count
                    var players: [HTTPClient] = []
                    for _ in 0..<8 { players.append(try await ask(url, scene)) }
                    try await until(scene) { scene.origin.requests(for: path).count > before }
                    _ = try await scene.player.get(url, method: "OPTIONS")
                    scene.origin.treat(path, as: .plain)
                    var bodies: Set<[UInt8]> = []
                    for player in players {
                        bodies.insert(try await player.answer().body)
                        player.close()
                    }
                    #expect(bodies.count == 1)
                    #expect(scene.origin.requests(for: path).count == before + 1)
                }
            }
        }
    }
}
