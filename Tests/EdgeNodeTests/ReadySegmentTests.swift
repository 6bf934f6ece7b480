import EventLoop
import Foundation
import IOTestSupport
import NodeConfiguration
import Shoal
import SwarmTestSupport
import Testing

@testable import EdgeNode

/// Segments that a node has and gives to one player after the other.
@Suite(.serialized, .timeLimit(.minutes(1))) struct ReadySegmentTests {
    @Test func `what is given without being opened is logged and counted as any other`()
        async throws
    {
        try await NodeScene.run { scene in
            try await scene.node { node, address in
                for round in 0..<5 {
                    let segments = try await scene.play(at: address)
                    #expect(segments.map(\.body) == scene.video.segments)
                    let source = round == 0 ? "CDN" : "STORE"
                    #expect(segments.allSatisfy { $0.header("X-Cache") == source })
                    let names = ["X-Cache", "Age", "ETag", "Content-Type", "Accept-Ranges"]
                    for name in names where round > 0 {
                        #expect(segments.allSatisfy { $0.header(name) != nil }, "\(name)")
                    }
                }
                let whole = scene.video.byteCount
                // What was given is told to the engine a moment later.
                var delivered = 0
                while delivered < 5 * whole {
                    try await scene.loop.pass(.milliseconds(10))
                    let statistics = await node.client.siteStatistics()
                    delivered = try #require(statistics.first).statistics.deliveredBytes
                }
                #expect(delivered == 5 * whole)
            }
            let segments = scene.accesses.withLock { $0.filter { $0.contains(".ts ") } }
            #expect(segments.count == 20)
            #expect(segments.count { $0.contains("cache=STORE") } == 16)
            #expect(segments.allSatisfy { $0.contains("status=200") && $0.hasSuffix("complete=1") })
            for number in scene.video.segments.indices {
                #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
            }
        }
    }

    @Test func `a range from the start, and pages, get what they asked for each time`()
        async throws
    {
        try await NodeScene.run { scene in
            try await scene.node { node, address in
                var next = await node.configuration
                next.sites["news"]?.pages = ["https://a.example"]
                _ = try await node.reload(to: next)
                _ = try await scene.play(at: address)
                let (path, bytes) = ("/news/show/v/s1.ts", scene.video.segments[1])
                for _ in 0..<3 {
                    let all = try await scene.get(path, at: address)
                    #expect(all.status == 200 && all.body == bytes)
                    #expect(all.header("Access-Control-Allow-Origin") == nil)
                    let range = try await scene.get(
                        path, at: address, headers: ["Range: bytes=0-"])
                    #expect(range.status == 206 && range.body == bytes)
                    #expect(
                        range.header("Content-Range")
                            == "bytes 0-\(bytes.count - 1)/\(bytes.count)")
                    let part = try await scene.get(
                        path, at: address, headers: ["Range: bytes=0-9"])
                    #expect(part.status == 206 && part.body == Array(bytes[..<10]))
                    let page = try await scene.get(
                        path, at: address, headers: ["Origin: https://a.example"])
                    #expect(
                        page.header("Access-Control-Allow-Origin") == "https://a.example"
                            && page.body == bytes)
                    let other = try await scene.get(
                        path, at: address, headers: ["Origin: https://b.example"])
                    #expect(other.header("Access-Control-Allow-Origin") == nil)
                }
            }
        }
    }

    @Test func `what a player says of itself is heard each time`() async throws {
        try await NodeScene.run { scene in
            try await scene.node { _, address in
                _ = try await scene.play(at: address)
                let path = "/news/show/v/s1.ts?CMCD=bl%3D2000%2Csid%3D%22a%22"
                for _ in 0..<3 {
                    let answer = try await scene.get(path, at: address)
                    #expect(answer.body == scene.video.segments[1])
                }
            }
        }
    }

    @Test func `of a site that serves another place nothing is left`() async throws {
        try await NodeScene.run { scene in
            let other = [UInt8](repeating: 7, count: 5_000)
            scene.origin.put("/b/show/v/s1.ts", other)
            try await scene.node { node, address in
                _ = try await scene.play(at: address)
                for _ in 0..<2 {
                    let first = try await scene.get("/news/show/v/s1.ts", at: address)
                    #expect(first.body == scene.video.segments[1])
                }
                var next = await node.configuration
                try next.apply(flags: ["--sites.news.origin", scene.origin.url("/b/")])
                _ = try await node.reload(to: next)
                let second = try await scene.get("/news/show/v/s1.ts", at: address)
                #expect(second.body == other && second.header("X-Cache") == "CDN")
            }
        }
    }
}
