import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// A3: what a URL leads to shows by itself.
    @Suite(.timeLimit(.minutes(1))) struct FileDetectionTests {
        private static let bytes = FileOrigin.noise(800_000)
        private static let playlist = Array("#EXTM3U\n#EXTINF:2,\ns.ts\n#EXT-X-ENDLIST\n".utf8)

        /// Whether each request asked for a range, and what the player got.
        private func open(
            _ path: String, _ file: FileOrigin.File, mimeType: String? = nil
        ) async throws -> (ranges: [Bool], body: [UInt8]) {
            var outcome: (ranges: [Bool], body: [UInt8]) = ([], [])
            try await FileScene.run(file, path: path) { scene in
                let session = try await scene.session(
                    path, P2PPlaybackOptions(mimeType: mimeType, isP2PEnabled: false))
                let answer = try await scene.get(session, "Range: bytes=0-9")
                outcome.ranges = scene.origin.requests.map { !$0.values("Range").isEmpty }
                outcome.body = answer.body
            }
            return outcome
        }

        @Test(arguments: ["/a.mp4", "/a.MP3", "/a.b/c.m4v?x=.m3u8"])
        func `A3: a name says that it is a file`(_ path: String) async throws {
            let file = FileOrigin.File(bytes: Self.bytes)
            let name = String(path.prefix { $0 != "?" })
            let (ranges, body) = try await open(name, file)
            #expect(body == Array(Self.bytes[..<10]) && ranges.allSatisfy(\.self))
        }

        @Test(arguments: ["mp4", "MP3", "video/mp4", "audio/mpeg; x=y", "application/mp4"])
        func `A3: without a name the application says so`(_ mimeType: String) async throws {
            let file = FileOrigin.File(bytes: Self.bytes)
            let (ranges, body) = try await open("/watch", file, mimeType: mimeType)
            #expect(body == Array(Self.bytes[..<10]) && ranges.allSatisfy(\.self))
        }

        @Test(arguments: [nil, "m3u8", "mpd", "application/x-mpegURL", "application/dash+xml", "?"])
        func `A3: where nothing says so the first bytes do`(_ mimeType: String?) async throws {
            for type in ["video/mp4", "application/octet-stream", "text/plain"] {
                let file = FileOrigin.File(bytes: Self.bytes, type: type)
                let (ranges, body) = try await open("/watch", file, mimeType: mimeType)
                #expect(body == Array(Self.bytes[..<10]), "\(type)")
                #expect(ranges.first == false && ranges.dropFirst().allSatisfy(\.self), "\(type)")
            }
        }

        @Test(arguments: ["video/mp4", "application/vnd.apple.mpegurl"])
        func `A3: a playlist with a file's name is a playlist`(_ type: String) async throws {
            let file = FileOrigin.File(bytes: Self.playlist, type: type)
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                for _ in 0..<2 {
                    let answer = try await scene.get(session, "Range: bytes=0-")
                    #expect(answer.status == 200)
                    #expect(String(decoding: answer.body, as: UTF8.self).contains("/s/"))
                }
                let ranges = scene.origin.requests.map { !$0.values("Range").isEmpty }
                #expect(ranges == [true, false, false])
            }
        }

        @Test func `a page in the place of a file is forgotten`() async throws {
            let page = Array(String(repeating: "<html>log in</html>", count: 200).utf8)
            try await FileScene.run(FileOrigin.File(bytes: page, type: "text/html")) { scene in
                let session = try await scene.session()
                #expect(try await scene.get(session).body == page)
                scene.origin.change(FileScene.path) {
                    $0.bytes = Self.bytes
                    $0.type = "video/mp4"
                }
                #expect(try await scene.get(session, "Range: bytes=0-9").status == 206)
                #expect(await session.unavailableReason() == nil)
            }
        }
    }
}
