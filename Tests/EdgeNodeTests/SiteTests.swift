import EventLoop
import Foundation
import IOTestSupport
import NodeConfiguration
import Primitives
import Shoal
import SwarmTestSupport
import Testing

@testable import EdgeNode

/// A node's sites as players see them; one after the other, to leave room for others.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SiteTests {
    @Test func `players of a site share one content, and the origin is asked once`() async throws {
        try await NodeScene.run { scene in
            try await scene.node { node, address in
                let first = try await scene.play(at: address)
                #expect(first.map(\.body) == scene.video.segments)
                #expect(first.map(\.status) == [200, 200, 200, 200])
                #expect(first.map { $0.header("X-Cache") } == ["CDN", "CDN", "CDN", "CDN"])
                let second = try await scene.play(at: address)
                #expect(second.map(\.body) == scene.video.segments)
                #expect(
                    second.map { $0.header("X-Cache") } == ["STORE", "STORE", "STORE", "STORE"])
                #expect(second.allSatisfy { $0.header("Age") != nil })
                for number in scene.video.segments.indices {
                    #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
                }
                #expect(try await node.client.siteContents() == ["news": 1])
            }
            let lines = scene.accesses.withLock { $0 }
            #expect(lines.count == 12)
            #expect(lines[2].hasPrefix("access site=news method=GET path=/news/show/v/s0.ts"))
            #expect(lines[2].contains("status=200 bytes=100000 cache=CDN"))
        }
    }

    @Test func `paths under a site are those of the origin, and mean the same after a restart`()
        async throws
    {
        try await NodeScene.run { scene in
            var playlist = ""
            try await scene.node { _, address in
                let master = try await scene.get("/news/show/master.m3u8", at: address)
                playlist = try #require(NodeScene.uris(master).first)
                #expect(playlist.hasPrefix("/news/show/v/index.m3u8"))
                let segments = NodeScene.uris(try await scene.get(playlist, at: address))
                #expect(segments == (0..<4).map { NodeScene.segment($0) })
            }
            try await scene.node { node, address in
                // The player goes on where it was.
                let segment = try await scene.get("/news/show/v/s1.ts", at: address)
                #expect(segment.body == scene.video.segments[1])
                #expect(segment.header("X-Cache") == "CDN")
                let segments = NodeScene.uris(try await scene.get(playlist, at: address))
                #expect(segments == (0..<4).map { NodeScene.segment($0) })
                let next = try await scene.get(segments[2], at: address)
                #expect(next.body == scene.video.segments[2])
                // It is the content that the viewers have who began with the first playlist.
                _ = try await scene.play(at: address)
                #expect(try await node.client.siteContents() == ["news": 1])
            }
        }
    }

    @Test func `only the origin is told of credentials, and players' own reach nobody`()
        async throws
    {
        try await NodeScene.run { scene in
            try await scene.node(["--sites.news.headers.Authorization", "Bearer SECRET"]) {
                _, address in
                let own = ["Cookie: mine=1", "Authorization: Basic mine", "X-Own: 1"]
                for path in ["show/master.m3u8", "show/v/index.m3u8", "show/v/s0.ts", "logo.png"] {
                    let answer = try await scene.get("/news/\(path)", at: address, headers: own)
                    #expect(!answer.headers.contains { $0.1.contains("SECRET") })
                }
            }
            #expect(scene.origin.requests.count >= 4)
            for request in scene.origin.requests {
                #expect(request.values("Authorization") == ["Bearer SECRET"])
                #expect(request.values("Cookie").isEmpty && request.values("X-Own").isEmpty)
            }
        }
    }

    @Test func `what is no playlist and no media is passed through`() async throws {
        try await NodeScene.run { scene in
            scene.origin.put("/logo.png", Array("a picture".utf8))
            try await scene.node(["--sites.news.bypass", "show/v/s3"]) { node, address in
                let logo = try await scene.get("/news/logo.png", at: address)
                #expect(logo.status == 200)
                #expect(logo.body == Array("a picture".utf8))
                #expect(logo.header("X-Cache") == "CDN")
                let part = try await scene.get(
                    "/news/logo.png", at: address, headers: ["Range: bytes=2-4"])
                #expect(part.status == 206)
                #expect(part.body == Array("pic".utf8))
                let head = try await scene.get("/news/logo.png", at: address, method: "HEAD")
                #expect(head.status == 200)
                #expect(try await scene.get("/news/none.txt", at: address).status == 404)
                #expect(try await node.client.siteContents() == ["news": 0])
                // What is bypassed is asked for each time, however often it is played.
                _ = try await scene.play(at: address)
                _ = try await scene.play(at: address)
                #expect(scene.origin.requests(for: TestVideo.path(3)).count == 2)
            }
        }
    }

    @Test func `a playlist without an extension is followed, by what the origin calls it`()
        async throws
    {
        try await NodeScene.run { scene in
            scene.origin.put("/show/live", Array(TestVideo.masterText.utf8))
            scene.origin.name("/show/live", "application/x-mpegURL; charset=utf-8")
            let path = "/news/show/live?id=7"
            try await scene.node { node, address in
                let segments = try await scene.play(path, at: address)
                #expect(segments.map(\.body) == scene.video.segments)
                #expect(try await node.client.siteContents() == ["news": 1])
                let again = try await scene.play(path, at: address)
                #expect(again.allSatisfy { $0.header("X-Cache") == "STORE" })
            }
            try await scene.node { _, address in
                let mark = Array("show/live?id=7".utf8).base64url
                for cache in ["CDN", "STORE"] {
                    let segment = try await scene.get(
                        "/news/show/v/s1.ts?shoal=\(mark)", at: address)
                    #expect(segment.body == scene.video.segments[1])
                    #expect(segment.header("X-Cache") == cache)
                }
            }
        }
    }

    @Test(arguments: [
        "/news/../show/master.m3u8", "/news/%2e%2e/x", "/news/a%2f..%2fb", "/news/~x/a",
        "/news/a%5c..%5cb",
    ])
    func `no path leads out of the site`(_ path: String) async throws {
        try await NodeScene.run { scene in
            try await scene.node { _, address in
                let answer = try await scene.get(path, at: address)
                #expect(answer.status == 400)
                #expect(scene.origin.requests.isEmpty)
            }
        }
    }

    @Test(arguments: ["/", "/other/a.m3u8", "/news", "/%6eews/a", "//news/a"])
    func `other paths are no site's`(_ path: String) async throws {
        try await NodeScene.run { scene in
            try await scene.node { _, address in
                let answer = try await scene.get(path, at: address)
                #expect(answer.status == 404)
                #expect(scene.origin.requests.isEmpty)
            }
        }
    }

    @Test func `a proxy's request for another host is refused`() async throws {
        try await NodeScene.run { scene in
            try await scene.node { _, address in
                let target = scene.origin.url("/show/master.m3u8")
                let answer = try await scene.get(target, at: address)
                #expect(answer.status == 400)
                #expect(scene.origin.requests.isEmpty)
            }
        }
    }

    @Test func `a content ends when nobody has asked for it, and begins again`() async throws {
        try await NodeScene.run { scene in
            try await scene.node(["--sites.news.idle", "1"]) { node, address in
                _ = try await scene.play(at: address)
                while try await node.client.siteContents() != ["news": 0] {
                    try await scene.loop.pass(.milliseconds(20))
                }
                #expect(try await scene.play(at: address).map(\.body) == scene.video.segments)
            }
        }
    }

    @Test func `a seeder stays after the last viewer`() async throws {
        try await NodeScene.run { scene in
            try await scene.node(["--role", "seeder", "--sites.news.idle", "1"]) { node, address in
                _ = try await scene.play(at: address)
                try await scene.loop.pass(.milliseconds(2_500))
                #expect(try await node.client.siteContents() == ["news": 1])
            }
        }
    }

    @Test func `one content too many takes the place of the one asked for longest ago`()
        async throws
    {
        try await NodeScene.run { scene in
            scene.origin.put("/b.m3u8", Array(scene.video.text.utf8))
            try await scene.node(["--sites.news.contents", "1"]) { node, address in
                _ = try await scene.play(at: address)
                let other = try await scene.get("/news/b.m3u8", at: address)
                #expect(NodeScene.uris(other).first == "/news/s0.ts?shoal=Yi5tM3U4")
                #expect(try await node.client.siteContents() == ["news": 1])
                #expect(try await scene.play(at: address).map(\.body) == scene.video.segments)
            }
        }
    }

    @Test func `what is prefetched is open before anybody asks, and stays`() async throws {
        try await NodeScene.run { scene in
            try await scene.node(
                ["--sites.news.prefetch", "show/master.m3u8", "--sites.news.idle", "1"]
            ) { node, address in
                while scene.origin.requests(for: TestVideo.path(0)).isEmpty {
                    try await scene.loop.pass(.milliseconds(10))
                }
                try await scene.loop.pass(.milliseconds(2_500))
                #expect(try await node.client.siteContents() == ["news": 1])
                #expect(try await scene.play(at: address).map(\.body) == scene.video.segments)
                #expect(scene.origin.requests(for: TestVideo.path(0)).count == 1)
            }
        }
    }

    @Test func `a seeder has all of a film before anybody asks, each segment fetched once`()
        async throws
    {
        try await NodeScene.run { scene in
            let flags = [
                "--role", "seeder", "--sites.news.prefetch", "show/master.m3u8",
                "--sites.news.prefetchesWhole",
            ]
            try await scene.node(flags) { _, address in
                while scene.origin.requests(for: TestVideo.path(3)).isEmpty {
                    try await scene.loop.pass(.milliseconds(10))
                }
                let segments = try await scene.play(at: address)
                #expect(segments.map(\.body) == scene.video.segments)
                #expect(segments.prefix(2).allSatisfy { $0.header("X-Cache") == "STORE" })
                for number in scene.video.segments.indices {
                    #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
                }
            }
        }
    }

    @Test func `a second node takes from the first what that has`() async throws {
        try await NodeScene.run { scene in
            try await scene.node { _, first in
                _ = try await scene.play(at: first)
                try await scene.node { second, address in
                    let master = try await scene.get("/news/show/master.m3u8", at: address)
                    let playlist = try await scene.get(
                        NodeScene.uris(master)[0], at: address)
                    while await second.client.siteStatistics().first?.statistics.peers != 1 {
                        try await scene.loop.pass(.milliseconds(10))
                    }
                    for (number, uri) in NodeScene.uris(playlist).enumerated() {
                        let segment = try await scene.get(uri, at: address)
                        #expect(segment.body == scene.video.segments[number])
                    }
                    let statistics = await second.client.siteStatistics()
                    #expect(statistics.first?.site == "news")
                    #expect(try #require(statistics.first).statistics.peerBytes > 0)
                    #expect(scene.accesses.withLock { $0.contains { $0.contains("cache=PEER") } })
                }
            }
        }
    }

    @Test func `a reload serves other sites, and goes on with those that are the same`()
        async throws
    {
        try await NodeScene.run { scene in
            try await scene.node { node, address in
                _ = try await scene.play(at: address)
                var next = NodeConfiguration()
                let more = ["--sites.more.origin", scene.origin.url("/show/"), "--memory", "7"]
                try next.apply(flags: try scene.flags() + more)
                let reload = try await node.reload(to: next)
                #expect(reload.changed == ["sites.more"])
                #expect(reload.postponed == ["memory"])
                let segments = try await scene.play(at: address)
                #expect(
                    segments.map { $0.header("X-Cache") } == ["STORE", "STORE", "STORE", "STORE"])
                let again = try await scene.play("/more/master.m3u8", at: address)
                #expect(again.map(\.body) == scene.video.segments)
                var last = NodeConfiguration()
                try last.apply(flags: try scene.flags(site: "renamed"))
                _ = try await node.reload(to: last)
                #expect(try await scene.get("/news/logo.png", at: address).status == 404)
                #expect(try await scene.get("/renamed/none.png", at: address).status == 404)
                #expect(try await node.client.siteContents() == ["renamed": 0])
            }
        }
    }

    @Test func `a probe shows the tree, the text that players get, and who is asked`() async throws
    {
        try await NodeScene.run { scene in
            var configuration = NodeConfiguration()
            try configuration.apply(flags: ["--sites.news.origin", scene.origin.url("/")])
            let url = try #require(URL(string: scene.origin.url(TestVideo.master)))
            let report = try await EdgeNode.probe(url, with: configuration)
            #expect(report.contains("would be played as /news/show/master.m3u8"))
            #expect(report.contains("/show/master.m3u8: 1 variants"))
            #expect(report.contains("/show/v/index.m3u8: 4 segments, on demand"))
            #expect(report.contains("/show/v/s3.ts: the store, peers, then the origin"))
            #expect(report.contains("\n/news/show/v/index.m3u8?shoal="))
            let segment = try #require(URL(string: scene.origin.url("/none.m3u8")))
            let missing = try await EdgeNode.probe(segment, with: configuration)
            #expect(missing.contains("the origin answers 404"))
        }
    }
}
