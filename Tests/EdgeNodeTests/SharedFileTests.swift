import EventLoop
import Foundation
import IOTestSupport
import Primitives
import SwarmTestSupport
import Testing

@testable import EdgeNode

/// Initialization segments, keys and the like, which come from the origin alone.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SharedFileTests {
    private static let file = Array("an initialization segment".utf8)
    private static let path = "/show/v/init.mp4"

    /// Gives `body` a node whose players know of a file, and the file's path there.
    private func withFile(
        _ bytes: [UInt8] = file, saying headers: [String],
        _ body: (NodeScene, SocketAddress, String) async throws -> Void
    ) async throws {
        try await NodeScene.run { scene in
            let lines = scene.video.text.split(separator: "\n", omittingEmptySubsequences: false)
            let map = ["#EXT-X-VERSION:6", "#EXT-X-MAP:URI=\"init.mp4\""]
            let text = lines.flatMap { $0 == "#EXT-X-VERSION:3" ? map : [String($0)] }
            scene.origin.put(TestVideo.playlist, Array(text.joined(separator: "\n").utf8))
            scene.origin.put(Self.path, bytes)
            scene.origin.say(headers, of: Self.path)
            try await scene.node { _, address in
                let master = try await scene.get("/news/show/master.m3u8", at: address)
                let playlist = try await scene.get(NodeScene.uris(master)[0], at: address)
                let text = String(decoding: playlist.body, as: UTF8.self)
                let uri = try #require(text.firstMatch(of: /EXT-X-MAP:URI="([^"]+)"/)?.1)
                try await body(scene, address, String(uri))
            }
        }
    }

    private func asked(_ scene: NodeScene) -> Int { scene.origin.requests(for: Self.path).count }

    @Test func `what may be shared is asked for once, and everybody has it`() async throws {
        try await withFile(saying: ["Cache-Control: max-age=600"]) { scene, address, path in
            let first = try await scene.get(path, at: address)
            #expect(first.status == 200 && first.body == Self.file)
            #expect(first.header("X-Cache") == "CDN" && first.header("Age") == nil)
            for _ in 0..<3 {
                let next = try await scene.get(path, at: address)
                #expect(next.status == 200 && next.body == Self.file)
                #expect(next.header("X-Cache") == "STORE" && next.header("Age") != nil)
                #expect(next.header("Content-Type") == first.header("Content-Type"))
            }
            for (range, bytes) in [("0-", Self.file[...]), ("3-9", Self.file[3..<10])] {
                let part = try await scene.get(
                    path, at: address, headers: ["Range: bytes=\(range)"])
                #expect(part.status == 206 && part.body == Array(bytes))
            }
            let none = try await scene.get(path, at: address, headers: ["Range: bytes=900-"])
            #expect(none.status == 416)
            #expect(asked(scene) == 1)
            // The last line comes when the answer has left.
            let (accesses, loop) = (scene.accesses, scene.loop)
            try await loop.until { accesses.withLock { $0.count { $0.contains("init.mp4") } } == 7 }
        }
    }

    @Test func `a part is asked for once as well`() async throws {
        try await withFile(saying: ["Cache-Control: max-age=600"]) { scene, address, path in
            for source in ["CDN", "STORE", "STORE"] {
                let part = try await scene.get(path, at: address, headers: ["Range: bytes=3-9"])
                #expect(part.status == 206 && part.body == Array(Self.file[3..<10]))
                #expect(part.header("Content-Range") == "bytes 3-9/\(Self.file.count)")
                #expect(part.header("X-Cache") == source)
            }
            #expect(asked(scene) == 1)
        }
    }

    @Test func `those who ask while it is on its way wait for it, whatever the origin allows`()
        async throws
    {
        try await withFile(saying: ["Cache-Control: no-store"]) { scene, address, path in
            scene.origin.treat(Self.path, as: .held)
            var clients: [HTTPClient] = []
            for _ in 0..<8 {
                clients.append(try await HTTPClient.connect(to: address, on: scene.loop))
                try await clients.last?.send("GET \(path) HTTP/1.1\r\nHost: edge.example\r\n\r\n")
            }
            // By the time at which the node has fetched something else it has read all of them.
            _ = try await scene.get("/news/show/master.m3u8", at: address)
            scene.origin.treat(Self.path, as: .plain)
            for client in clients {
                let answer = try await client.answer()
                #expect(answer.status == 200 && answer.body == Self.file)
                #expect(answer.header("X-Cache") == "CDN")
                client.close()
            }
            #expect(asked(scene) == 1)
        }
    }

    @Test(arguments: [["Cache-Control: no-store"], ["Set-Cookie: a=b"], []])
    func `what may not be shared, or is not said to be, is asked for each time`(
        _ headers: [String]
    ) async throws {
        try await withFile(saying: headers) { scene, address, path in
            for count in 1...3 {
                let answer = try await scene.get(path, at: address)
                #expect(answer.status == 200 && answer.body == Self.file)
                #expect(answer.header("X-Cache") == "CDN" && asked(scene) == count)
            }
        }
    }

    @Test func `a player's own condition goes to the origin`() async throws {
        try await withFile(saying: ["Cache-Control: max-age=600"]) { scene, address, path in
            _ = try await scene.get(path, at: address)
            _ = try await scene.get(path, at: address, headers: ["If-None-Match: \"x\""])
            #expect(asked(scene) == 2)
            let request = try #require(scene.origin.requests(for: Self.path).last)
            #expect(request.values("If-None-Match") == ["\"x\""])
        }
    }

    @Test func `a long one is passed through, and not begun in vain again`() async throws {
        let long = [UInt8](repeating: 7, count: 3 << 20)
        try await withFile(long, saying: ["Cache-Control: max-age=600"]) { scene, address, path in
            for count in [2, 3, 4] {
                let answer = try await scene.get(path, at: address)
                #expect(answer.status == 200 && answer.body == long)
                #expect(answer.header("X-Cache") == "CDN" && asked(scene) == count)
            }
        }
    }

    @Test func `what the origin refuses is refused, and not for longer than it does`() async throws
    {
        try await withFile(saying: ["Cache-Control: max-age=600"]) { scene, address, path in
            for status in ["404 Not Found", "403 Forbidden"] {
                scene.origin.treat(Self.path, as: .status(status, body: "no"))
                let answer = try await scene.get(path, at: address)
                #expect(answer.status == Int(status.prefix(3)) && answer.body == Array("no".utf8))
            }
            scene.origin.treat(Self.path, as: .plain)
            #expect(try await scene.get(path, at: address).body == Self.file)
        }
    }
}
