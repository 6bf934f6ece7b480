import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// What cannot be exchanged comes from the origin as it gives it, and the session says why.
    @Suite(.timeLimit(.minutes(1))) struct FilePassingTests {
        private static let bytes = FileOrigin.noise(800_000)

        @Test func `A12: without ranges the file passes through, and is not asked for twice`()
            async throws
        {
            var file = FileOrigin.File(bytes: Self.bytes)
            file.conduct = .ignoresRanges
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                #expect(await session.unavailableReason() == nil)
                for _ in 0..<2 {
                    let answer = try await scene.get(session, "Range: bytes=100-")
                    #expect(answer.status == 200 && answer.body == Self.bytes)
                    #expect(answer.header("Content-Length") == "800000")
                    #expect(answer.header("ETag") == "\"v1\"")
                }
                #expect(await session.unavailableReason() == .originWithoutRanges)
                #expect(scene.origin.requests.count == 3)
                await session.close()
                #expect(await session.unavailableReason() == .closed)
            }
        }

        @Test(arguments: [nil, "W/\"v1\"", "v1", "\"\""])
        func `A12: without a validator of every byte it passes through, ranges and all`(
            _ tag: String?
        ) async throws {
            try await FileScene.run(FileOrigin.File(bytes: Self.bytes, tag: tag)) { scene in
                let session = try await scene.session()
                let answer = try await scene.get(session, "Range: bytes=7-8")
                #expect(answer.status == 206 && answer.body == Array(Self.bytes[7...8]))
                #expect(answer.header("Content-Range") == "bytes 7-8/800000")
                #expect(await session.unavailableReason() == .originWithoutRanges)
            }
        }

        @Test func `an origin that answers shorter ranges is left to answer them`() async throws {
            var file = FileOrigin.File(bytes: Self.bytes)
            file.conduct = .cutsRanges(to: 50_000)
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                for _ in 0..<2 {
                    let answer = try await scene.get(session, "Range: bytes=1000-")
                    #expect(answer.status == 206 && answer.body == Array(Self.bytes[1000..<51_000]))
                    #expect(answer.header("Content-Range") == "bytes 1000-50999/800000")
                }
                #expect(await session.unavailableReason() == .originWithoutRanges)
            }
        }

        @Test(arguments: ["401 Unauthorized", "403 Forbidden", "404 Not Found", "503 Busy"])
        func `A16: an error is the origin's, and is over when it is over there`(_ status: String)
            async throws
        {
            var file = FileOrigin.File(bytes: Self.bytes)
            file.conduct = .status(status)
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                let answer = try await scene.get(session, "Range: bytes=0-")
                #expect("\(answer.status)" == status.prefix(3))
                #expect(answer.body == Array("not now".utf8))
                scene.origin.change(FileScene.path) { $0.conduct = .plain }
                #expect(try await scene.get(session).body == Self.bytes)
                #expect(await session.unavailableReason() == nil)
                scene.origin.change(FileScene.path) { $0.conduct = .status(status) }
                // What is here is the player's, as it would be in a player's own cache.
                #expect(try await scene.get(session).body == Self.bytes)
            }
        }

        @Test func `an empty file is an empty file`() async throws {
            var file = FileOrigin.File(bytes: [])
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                #expect(try await scene.get(session, "Range: bytes=0-").status == 416)
            }
            file.conduct = .ignoresRanges
            file.bytes = [1]
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                #expect(try await scene.get(session).body == [1])
            }
        }

        @Test(arguments: ["HTTP/1.0", "ICY"])
        func `R12: a radio station is heard with all that it says between the sounds`(
            _ protocolName: String
        ) async throws {
            var file = FileOrigin.File(bytes: Self.bytes, tag: nil, type: "audio/mpeg")
            file.headers = ["icy-metaint: 16000", "icy-name: Shoal FM"]
            file.conduct = .ignoresRanges
            file.protocolName = protocolName
            try await FileScene.run(file, path: "/radio") { scene in
                let session = try await scene.session(
                    "/radio", P2PPlaybackOptions(mimeType: "audio/mpeg"))
                let answer = try await scene.get(session, "Icy-MetaData: 1", "Range: bytes=0-")
                #expect(answer.status == 200 && answer.body == Self.bytes)
                #expect(answer.header("icy-metaint") == "16000")
                #expect(answer.header("icy-name") == "Shoal FM")
                let asked = scene.origin.requests.map { $0.values("Icy-MetaData") }
                #expect(asked == [["1"], ["1"]])
                #expect(await session.unavailableReason() == .unsupportedMedia)
            }
        }

        @Test func `R12: of a file neither the header nor an answer to it crosses`() async throws {
            var file = FileOrigin.File(bytes: Self.bytes, type: "audio/mpeg")
            file.headers = ["icy-name: Shoal FM"]
            try await FileScene.run(file, path: "/song.mp3") { scene in
                let session = try await scene.session("/song.mp3")
                let answer = try await scene.get(session, "Icy-MetaData: 1")
                #expect(answer.body == Self.bytes && answer.header("icy-name") == nil)
                let pieces = scene.origin.requests.filter { !$0.values("If-Range").isEmpty }
                #expect(!pieces.isEmpty)
                #expect(pieces.allSatisfy { $0.values("Icy-MetaData").isEmpty })
            }
        }
    }
}
