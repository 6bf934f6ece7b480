import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// The time that a player says it has decides who brings a segment.
    @Suite(.timeLimit(.minutes(1))) struct DeadlineTests {
        private static let video = TestVideo(segments: 20, length: 100_000)
        private static let sought = 8

        enum Way: CaseIterable, Sendable {
            case query, headers, json
        }

        private func ask(
            _ scene: Scene, for url: URL, saying said: String, json: String, _ way: Way
        ) async throws -> ReceivedAnswer {
            let escaped = { (text: String) in
                text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            }
            let port = url.port ?? 0
            let query =
                switch way {
                case .query: "?CMCD=" + escaped(said)
                case .headers: ""
                case .json: "?CMCD=" + escaped(json)
                }
            let headers = way == .headers ? ["CMCD-Request: \(said)"] : []
            let client = try await scene.player.connect(to: url)
            defer { client.close() }
            let lines =
                [
                    "GET \(url.path(percentEncoded: true))\(query) HTTP/1.1",
                    "Host: 127.0.0.1:\(port)",
                ]
                + headers
            try await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            return try await client.answer()
        }

        /// How often the origin gives the segment, which a peer gives in two seconds.
        private func copies(deadline: Int, _ way: Way) async throws -> Double {
            let copies = Log<Double>()
            try await Scene.run(video: Self.video) { scene in
                var configuration = P2PConfiguration(peerInterface: .loopback)
                configuration.uploadLimit = 50_000
                let holder = try await scene.client(configuration)
                    .createPlaybackSession(url: scene.url())
                let held = try await scene.player.segments(of: holder.playbackUrl)
                // Its player is about to end: there is nothing to fetch ahead.
                holder.updateCurrentPositionMs(38_000)
                #expect(try await scene.player.get(held[Self.sought]).status == 200)
                let session = try await scene.session()
                try await scene.player.until(session) { $0.peers == 1 }
                let segments = try await scene.player.segments(of: session.playbackUrl)
                let first = try await ask(
                    scene, for: segments[0], saying: "bl=0,su", json: #"{"bl":0,"su":true}"#, way)
                #expect(first.body == Self.video.segments[0])
                let answer = try await ask(
                    scene, for: segments[Self.sought],
                    saying: "bl=\(deadline),dl=\(deadline)",
                    json: #"{"bl":\#(deadline),"dl":\#(deadline)}"#, way)
                #expect(answer.body == Self.video.segments[Self.sought])
                let sent = scene.origin.sent(TestVideo.path(Self.sought))
                copies.append(Double(sent) / Double(answer.body.count))
            }
            return try #require(copies.entries.first)
        }

        @Test(arguments: Way.allCases)
        func `a player with time waits for its peer, and one without does not`(_ way: Way)
            async throws
        {
            #expect(try await copies(deadline: 20_000, way) == 1)
            #expect(try await copies(deadline: 500, way) > 1)
        }
    }
}
