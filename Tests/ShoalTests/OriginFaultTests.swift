import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// What an origin does wrong reaches the player as it would without the engine, or not at all.
    @Suite(.timeLimit(.minutes(1))) struct OriginFaultTests {
        @Test(arguments: ["404 Not Found", "403 Forbidden", "401 Unauthorized", "410 Gone"])
        func `R19, A16: an error of the origin reaches the player unchanged`(_ status: String)
            async throws
        {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                scene.origin.treat(
                    TestVideo.path(1), as: .status(status, body: "because: \(status)"))
                scene.origin.treat(
                    TestVideo.master, as: .status(status, body: "because: \(status)"))
                for url in [segments[1], session.playbackUrl] {
                    let answer = try await scene.player.get(url)
                    #expect(answer.status == Int(status.prefix(3)))
                    #expect(String(decoding: answer.body, as: UTF8.self) == "because: \(status)")
                    #expect(answer.header("Content-Type") == "text/plain")
                }
                #expect(try await scene.player.get(segments[0]).body == scene.video.segments[0])
            }
        }

        @Test func `A16: what peers hold opens no manifest that the origin refuses`() async throws {
            try await Scene.run { scene in
                let viewer = try await scene.session()
                #expect(try await scene.player.play(viewer) == scene.video.segments)
                let other = try await scene.session()
                try await scene.player.until(other) { $0.peers == 1 }
                let variant = try #require(
                    try await scene.player.uris(in: other.playbackUrl).first)
                for path in [TestVideo.master, TestVideo.playlist] {
                    scene.origin.treat(path, as: .status("403 Forbidden", body: "not for you"))
                }
                for url in [other.playbackUrl, variant] {
                    let answer = try await scene.player.get(url)
                    #expect(answer.status == 403)
                    #expect(answer.body == Array("not for you".utf8))
                }
            }
        }

        @Test func `an error of a moment is not the player's`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                scene.origin.treat(
                    TestVideo.path(0), as: .status("503 Service Unavailable", body: ""))
                async let answer = scene.player.get(segments[0])
                while scene.origin.requests(for: TestVideo.path(0)).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                scene.origin.treat(TestVideo.path(0), as: .plain)
                #expect(try await answer.body == scene.video.segments[0])
            }
        }

        @Test func `an error that goes away is gone for the next request`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                scene.origin.treat(TestVideo.path(0), as: .status("404 Not Found", body: "no"))
                #expect(try await scene.player.get(segments[0]).status == 404)
                scene.origin.treat(TestVideo.path(0), as: .plain)
                #expect(try await scene.player.get(segments[0]).body == scene.video.segments[0])
            }
        }

        @Test(arguments: [0, 1, 50_000, 99_999])
        func `a body that was cut is continued where it ended`(_ count: Int) async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                scene.origin.treat(TestVideo.path(0), as: .cutOnce(after: count))
                #expect(try await scene.player.get(segments[0]).body == scene.video.segments[0])
                let asked = scene.origin.requests(for: TestVideo.path(0))
                #expect(asked.count == 2)
                #expect(
                    asked.last?.values("Range") == (count == 0 ? [] : ["bytes=\(count)-"]))
            }
        }

        @Test func `an origin without ranges is read whole`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                for number in scene.video.segments.indices {
                    scene.origin.treat(TestVideo.path(number), as: .ignoresRanges)
                    let answer = try await scene.player.get(
                        segments[number], ["Range: bytes=100-199"])
                    #expect(answer.status == 206)
                    #expect(answer.body == Array(scene.video.segments[number][100..<200]))
                    #expect(
                        try await scene.player.get(segments[number]).body
                            == scene.video.segments[number])
                }
            }
        }

        @Test func `what is no playlist passes through unchanged`() async throws {
            try await Scene.run { scene in
                scene.origin.put("/film.mp4", scene.video.segments[0])
                scene.origin.put("/empty.bin", [])
                let session = try await scene.session("/film.mp4")
                let answer = try await scene.player.get(session.playbackUrl)
                #expect(answer.status == 200)
                #expect(answer.body == scene.video.segments[0])
                let part = try await scene.player.get(session.playbackUrl, ["Range: bytes=10-19"])
                #expect(part.status == 206)
                #expect(part.body == Array(scene.video.segments[0][10..<20]))
                #expect(
                    part.header("Content-Range") == "bytes 10-19/\(scene.video.segments[0].count)")
                let empty = try await scene.session("/empty.bin")
                let nothing = try await scene.player.get(empty.playbackUrl)
                #expect(nothing.status == 200 && nothing.body.isEmpty)
            }
        }
    }
}
