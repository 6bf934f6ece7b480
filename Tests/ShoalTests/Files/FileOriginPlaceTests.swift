import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// Where a file is asked for, and until when.
    @Suite(.timeLimit(.minutes(1))) struct FileOriginPlaceTests {
        private static let bytes = FileOrigin.noise(800_000)
        private static let file = FileOrigin.File(bytes: bytes)
        private static let off = P2PPlaybackOptions(isP2PEnabled: false)

        private static func moved(to path: String) -> FileOrigin.File {
            var file = file
            file.conduct = .redirects(to: path)
            return file
        }

        @Test func `R14: pieces come from where a redirect led, and one is followed once`()
            async throws
        {
            try await FileScene.run(Self.moved(to: "/cdn/1"), others: ["/cdn/1": Self.file]) {
                scene in
                let session = try await scene.session(FileScene.path, Self.off)
                #expect(try await scene.get(session).body == Self.bytes)
                #expect(scene.origin.requests(for: FileScene.path).count == 1)
            }
        }

        @Test(arguments: ["403 Forbidden", "410 Gone", "404 Not Found"])
        func `R14, B3: where that has expired the first URL is asked again`(_ status: String)
            async throws
        {
            try await FileScene.run(
                Self.moved(to: "/cdn/1"), others: ["/cdn/1": Self.file, "/cdn/2": Self.file]
            ) { scene in
                let session = try await scene.session(FileScene.path, Self.off)
                let first = try await scene.get(session, "Range: bytes=0-9")
                #expect(first.body == Array(Self.bytes[..<10]))
                scene.origin.change("/cdn/1") { $0.conduct = .status(status) }
                scene.origin.change(FileScene.path) { $0.conduct = .redirects(to: "/cdn/2") }
                // It shows at the second piece, when the head and the first are out.
                #expect(try await scene.get(session).body == Self.bytes)
                #expect(scene.origin.requests(for: FileScene.path).count == 2)
                #expect(scene.origin.requests(for: "/cdn/2").count >= 3)
            }
        }

        @Test func `A16: where the first URL says no, too, that is what the player gets`()
            async throws
        {
            try await FileScene.run(Self.moved(to: "/cdn/1"), others: ["/cdn/1": Self.file]) {
                scene in
                let session = try await scene.session(FileScene.path, Self.off)
                #expect(try await scene.get(session, "Range: bytes=0-9").status == 206)
                for path in ["/cdn/1", FileScene.path] {
                    scene.origin.change(path) { $0.conduct = .status("401 Unauthorized") }
                }
                let answer = try await scene.get(session, "Range: bytes=600000-")
                #expect(answer.status == 401 && answer.body == Array("not now".utf8))
            }
        }

        @Test func `R5, B44: who leaves takes the fetch along, and what came stays`() async throws {
            var file = Self.file
            file.conduct = .stallsAfter(60_000)
            try await FileScene.run(file) { scene in
                let session = try await scene.session(FileScene.path, Self.off)
                let client = try await scene.player.connect(to: session.playbackUrl)
                try await client.send(
                    TestPlayer.request(session.playbackUrl, ["Range: bytes=0-"]))
                try await client.received(atLeast: 40_000)
                client.close()
                // The probes' connections stay; the fetch's does not.
                while try await scene.origin.openCount() > 1 {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                let sent = scene.origin.sentCount
                let held = try await scene.get(session, "Range: bytes=0-49999")
                #expect(held.body == Array(Self.bytes[..<50_000]))
                scene.origin.change(FileScene.path) { $0.conduct = .plain }
                #expect(try await scene.get(session).body == Self.bytes)
                #expect(scene.origin.sentCount - sent <= Self.bytes.count)
            }
        }

        @Test func `R6: who leaves does not end what another reads`() async throws {
            var file = Self.file
            file.conduct = .stallsAfter(60_000)
            try await FileScene.run(file) { scene in
                let session = try await scene.session(FileScene.path, Self.off)
                let leaving = try await scene.player.connect(to: session.playbackUrl)
                let staying = try await scene.player.connect(to: session.playbackUrl)
                for client in [leaving, staying] {
                    try await client.send(
                        TestPlayer.request(session.playbackUrl, ["Range: bytes=0-999"]))
                }
                for client in [leaving, staying] { try await client.received(atLeast: 1000) }
                leaving.close()
                #expect(try await staying.answer().body == Array(Self.bytes[..<1000]))
                staying.close()
                let pieces = scene.origin.requests.filter { !$0.values("If-Range").isEmpty }
                #expect(pieces.count == 1)
            }
        }
    }
}
