import EventLoop
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing

@testable import EdgeNode

/// Players whose playlists a node has never read: it was started again, or they come from another.
@Suite(.serialized, .timeLimit(.minutes(1))) struct RestartTests {
    private static let paths = (0..<4).map { NodeScene.segment($0) }

    @Test func `after a restart players go on, and the origin is asked once for all of them`()
        async throws
    {
        try await NodeScene.run { scene in
            try await scene.node { node, address in
                async let first = scene.get(Self.paths[2], at: address)
                async let second = scene.get(Self.paths[2], at: address)
                for answer in try await [first, second] {
                    #expect(answer.body == scene.video.segments[2])
                    #expect(answer.header("X-Cache") == "CDN")
                }
                let third = try await scene.get(Self.paths[2], at: address)
                #expect(third.body == scene.video.segments[2])
                #expect(third.header("X-Cache") == "STORE")
                #expect(scene.origin.requests(for: TestVideo.path(2)).count == 1)
                let next = try await scene.get(Self.paths[3], at: address)
                #expect(next.body == scene.video.segments[3])
                // The content is the one that others open by its first playlist.
                let others = try await scene.play(at: address)
                #expect(others.map(\.body) == scene.video.segments)
                #expect(try await node.client.siteContents() == ["news": 1])
                for number in 0..<4 {
                    #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
                }
            }
        }
    }

    @Test func `what another node has is taken from it for a player that moves`() async throws {
        try await NodeScene.run { scene in
            try await scene.node { _, first in
                _ = try await scene.play(at: first)
                try await scene.node { second, address in
                    _ = try await scene.get(Self.paths[0], at: address)
                    while await second.client.siteStatistics().first?.statistics.peers != 1 {
                        try await scene.loop.pass(.milliseconds(10))
                    }
                    let moved = try await scene.get(Self.paths[3], at: address)
                    #expect(moved.body == scene.video.segments[3])
                    #expect(moved.header("X-Cache") == "PEER")
                    #expect(scene.origin.requests(for: TestVideo.path(3)).count == 1)
                }
            }
        }
    }

    @Test func `what no playlist names is passed through, and has them read once`() async throws {
        try await NodeScene.run { scene in
            scene.origin.put("/show/v/extra.ts", Array("extra".utf8))
            try await scene.node { _, address in
                let mark = try #require(Self.paths[0].split(separator: "?").last)
                for _ in 0..<3 {
                    let extra = try await scene.get("/news/show/v/extra.ts?\(mark)", at: address)
                    #expect(extra.body == Array("extra".utf8))
                    let none = try await scene.get("/news/show/v/none.ts?\(mark)", at: address)
                    #expect(none.status == 404)
                }
                // Once for the search, and the first one once by the node, which learns the tracks.
                #expect(scene.origin.requests(for: TestVideo.master).count == 2)
                #expect(scene.origin.requests(for: TestVideo.playlist).count == 1)
                #expect(scene.origin.requests(for: "/show/v/extra.ts").count == 3)
            }
        }
    }

    @Test func `a mark that leads to nothing costs the player nothing but the way there`()
        async throws
    {
        try await NodeScene.run { scene in
            try await scene.node { _, address in
                for root in ["gone.m3u8", "show/v/s1.ts", "../x.m3u8", "//evil.example/a.m3u8"] {
                    let mark = Array(root.utf8).base64url
                    let answer = try await scene.get(
                        "/news/show/v/s0.ts?shoal=\(mark)", at: address)
                    #expect(answer.status == 200)
                    #expect(answer.body == scene.video.segments[0])
                }
            }
        }
    }

    @Test func `a mark of one site opens nothing of it at another`() async throws {
        try await NodeScene.run { scene in
            let other = TestVideo(segments: 4, length: 50_000, seed: 9)
            try await MediaOrigin.run(other.files) { origin in
                let flags = ["--sites.other.origin", origin.url("/")]
                try await scene.node(flags) { node, address in
                    let own = try await scene.get(NodeScene.segment(1, of: "other"), at: address)
                    #expect(own.body == other.segments[1])
                    #expect(scene.origin.requests.isEmpty)
                    #expect(try await node.client.siteContents() == ["news": 0, "other": 1])
                }
            }
        }
    }

    @Test func `an MPD's own URLs lead back to it as well`() async throws {
        let mpd = """
            <MPD mediaPresentationDuration="PT8S"><BaseURL>v/</BaseURL><Period id="1" start="PT0S">
            <AdaptationSet mimeType="video/mp2t"><Representation id="s" bandwidth="400000">
            <SegmentTemplate duration="2" startNumber="0" media="$RepresentationID$$Number$.ts"/>
            </Representation></AdaptationSet></Period></MPD>
            """
        try await NodeScene.run { scene in
            scene.origin.put("/show/film.mpd", Array(mpd.utf8))
            let mark = "shoal=" + Array("show/film.mpd".utf8).base64url
            try await scene.node { _, address in
                let given = try await scene.get("/news/show/film.mpd", at: address)
                let text = String(decoding: given.body, as: UTF8.self)
                #expect(text.contains("media=\"$RepresentationID$$Number$.ts?\(mark)\""))
            }
            try await scene.node { _, address in
                for cache in ["CDN", "STORE"] {
                    let answer = try await scene.get("/news/show/v/s2.ts?\(mark)", at: address)
                    #expect(answer.body == scene.video.segments[2])
                    #expect(answer.header("X-Cache") == cache)
                }
                #expect(scene.origin.requests(for: TestVideo.path(2)).count == 1)
            }
        }
    }
}
