import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import TrackerServer
import TrackerWire

extension ShoalTests {
    /// The examples, as a reader runs them.
    @Suite(
        .enabled(if: ChildProcess.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: ChildProcess.isInstalled("mpv"), "mpv is not installed"),
        .enabled(if: ChildProcess.isInstalled("nginx"), "nginx is not installed"),
        .timeLimit(.minutes(2)))
    struct ExampleTests {
        private static func path(_ example: String) throws -> String {
            let products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
            return products.appending(path: example).path
        }

        private static func url(_ cinema: Cinema, _ media: HLSMedia) -> String {
            cinema.nginx.url + "/" + media.playlist
        }

        @Test func `the player plays, reports its state and says where the bytes came from`()
            async throws
        {
            try await Cinema.run { cinema in
                let (status, text) = try await cinema.program([
                    try Self.path("example-player"), try cinema.tracker.sdkKey().text,
                    Self.url(cinema, .transportStream), "--vo=null", "--ao=null", "--length=2",
                    "--msg-level=all=error",
                ])
                #expect(status == 0, "\(text)")
                let reports = try #require(text.firstMatch(of: /ended with 0 after (\d+) reports/))
                #expect(try #require(Int(reports.1)) > 0, "\(text)")
                let played = try #require(text.firstMatch(of: /(\d+) bytes played/))
                #expect(try #require(Int(played.1)) > 0, "\(text)")
                #expect(text.contains("notShareable: "))
            }
        }

        @Test func `the feed plays all that it is given, one prepared after the other`()
            async throws
        {
            try await Cinema.run { cinema in
                let all: [HLSMedia] = [.transportStream, .fragmentedMP4, .byteRanges]
                let (status, text) = try await cinema.program(
                    [try Self.path("example-feed"), try cinema.tracker.sdkKey().text]
                        + all.map { Self.url(cinema, $0) })
                #expect(status == 0, "\(text)")
                for media in all {
                    #expect(text.contains("\(media.playlist): status 0, "), "\(text)")
                }
            }
        }

        @Test func `tickets: it plays what the backend allows, with a licence, and says the rest`()
            async throws
        {
            try await Cinema.run { cinema in
                try await TicketServer.run { server in
                    server.setMedia(Self.url(cinema, .transportStream))
                    let folder = cinema.nginx.folder
                    let licence = folder.appending(path: "tickets.lic")
                    try cinema.tracker.keys.licence(
                        appID: TestTracker.app, bundleID: "example.tickets", expires: .max
                    ).text.write(to: licence, atomically: true, encoding: .utf8)
                    func run() async throws -> (status: Int32, text: String) {
                        try await cinema.program([
                            "env", "XDG_STATE_HOME=\(folder.path)",
                            try Self.path("example-tickets"),
                            try cinema.tracker.sdkKey().text, TestTracker.app, licence.path,
                            try server.url("/").absoluteString, "viewer-1", "film", "1",
                        ])
                    }
                    server.say(.ticket(server.text(of: "one")))
                    let (status, text) = try await run()
                    #expect(status == 0 && text.contains("loading\nplaying\n"), "\(text)")
                    let played = try #require(text.firstMatch(of: /(\d+) bytes played/))
                    #expect(try #require(Int(played.1)) > 0 && server.resolved == ["one"])
                    #expect(!text.contains(TicketServer.canary))
                    server.say(.json(#"{"ok":false,"outcome":"locked"}"#))
                    let (refused, said) = try await run()
                    #expect(refused >> 8 == 1 && said == "loading\npaywall\n", "\(said)")
                }
            }
        }

        @Test func `the edge node is under forty lines, and gives its viewer media`() async throws {
            let source = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Examples/EdgeNode/EdgeNode.swift")
            let lines = try String(contentsOf: source, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count < 40)
            try await Cinema.run { cinema in
                let edge = try ChildProcess(
                    [
                        try Self.path("example-edge"), try cinema.tracker.sdkKey().text,
                        Self.url(cinema, .transportStream),
                    ], log: cinema.nginx.folder.appending(path: "edge.log").path)
                defer { edge.end() }
                let direct = try await cinema.hash(Self.url(cinema, .transportStream))
                // It learns from the first what is played.
                var peerBytes = 0
                while peerBytes == 0 {
                    let viewer = try await cinema.session(.transportStream)
                    try await cinema.player.until(viewer) { $0.peers == 1 }
                    #expect(try await cinema.hash(viewer) == direct)
                    peerBytes = await viewer.statistics().peerBytes
                    await viewer.close()
                }
            }
        }
    }
}
