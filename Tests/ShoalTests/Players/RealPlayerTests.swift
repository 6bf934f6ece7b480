import EventLoop
import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerWire

extension ShoalTests {
    /// Real players, a real nginx as the CDN, real media: what comes out is what comes out directly.
    @Suite(
        .enabled(if: ChildProcess.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: ChildProcess.isInstalled("nginx"), "nginx is not installed"),
        .timeLimit(.minutes(2)))
    struct RealPlayerTests {
        @Test func `ffmpeg reads the same streams directly, alone and in a swarm`() async throws {
            try await Cinema.run { cinema in
                for media in HLSMedia.allCases {
                    let direct = try await cinema.hash(cinema.nginx.url + "/" + media.playlist)
                    #expect(direct.split(separator: "\n").count == 2, "\(media)")
                    let first = try await cinema.session(media)
                    #expect(try await cinema.hash(first) == direct, "\(media), alone")
                    let second = try await cinema.session(media)
                    try await cinema.player.until(second) { $0.peers == 1 }
                    #expect(try await cinema.hash(second) == direct, "\(media), in a swarm")
                    #expect(await second.statistics().peerBytes > 0, "\(media)")
                }
            }
        }

        @Test func `ffmpeg that speaks of itself reads the same streams`() async throws {
            try await Cinema.run { cinema in
                let headers =
                    "CMCD-Request: bl=4000,dl=3000,mtp=5000\r\nCMCD-Session: sid=\"ffmpeg\",st=v\r\n"
                for media in HLSMedia.allCases {
                    let direct = try await cinema.hash(cinema.nginx.url + "/" + media.playlist)
                    let session = try await cinema.session(media)
                    let proxied = try await cinema.hash(
                        session.playbackUrl.absoluteString + "?CMCD=su",
                        options: ["-headers", headers])
                    #expect(proxied == direct, "\(media)")
                }
            }
        }

        @Test(.enabled(if: ChildProcess.isInstalled("mpv"), "mpv is not installed"))
        func `mpv plays, from the start and from the middle`() async throws {
            try await Cinema.run { cinema in
                let session = try await cinema.session(.transportStream)
                for options in [["--length=2"], ["--start=3", "--length=1"]] {
                    let (status, text) = try await cinema.program(
                        ["mpv", "--no-config", "--vo=null", "--ao=null"] + options
                            + [session.playbackUrl.absoluteString])
                    #expect(status == 0, "\(text)")
                }
                #expect(await session.statistics().deliveredBytes > 0)
            }
        }
    }
}

/// A tracker, a CDN that holds real media, and clients that a test makes.
struct Cinema: Sendable {
    let tracker: TestTracker
    let nginx: NginxOrigin
    let player: TestPlayer
    private let clients = Log<P2PClient>()

    /// `media` makes the files that the CDN has.
    static func run(
        media: (UVEventLoop) async throws -> [String: [UInt8]] = HLSMedia.make,
        _ body: (Cinema) async throws -> Void
    ) async throws {
        var policy = TrackerPolicy.localSwarm
        policy.client.announceInterval = .seconds(1)
        try await TestTracker.run(policy) { tracker in
            try await TestPlayer.run { player in
                let files = try await media(player.loop)
                try await NginxOrigin.run(files: files, on: player.loop) { nginx in
                    let cinema = Cinema(tracker: tracker, nginx: nginx, player: player)
                    let outcome: Result<Void, any Error>
                    do {
                        outcome = .success(try await body(cinema))
                    } catch {
                        outcome = .failure(error)
                    }
                    for client in cinema.clients.entries { await client.close() }
                    try outcome.get()
                }
            }
        }
    }

    /// Another device that opens it.
    func session(_ media: HLSMedia) async throws -> PlaybackSession {
        try await session(media.playlist)
    }

    func session(_ path: String) async throws -> PlaybackSession {
        let client = try P2PClient(
            sdkKey: tracker.sdkKey().text, bundleId: "tv.example.cinema",
            configuration: P2PConfiguration(peerInterface: .loopback))
        clients.append(client)
        let url = try #require(URL(string: nginx.url + "/" + path))
        return try await client.createPlaybackSession(url: url)
    }

    func hash(_ session: PlaybackSession) async throws -> String {
        try await hash(session.playbackUrl.absoluteString)
    }

    /// A line for each stream: the MD5 of all its packets.
    func hash(_ url: String, options: [String] = []) async throws -> String {
        let (status, text) = try await program(
            ["ffmpeg", "-nostdin", "-v", "error"] + options + [
                "-i", url, "-map", "0", "-c", "copy", "-f", "streamhash", "-hash", "md5", "-",
            ])
        #expect(status == 0, "\(text)")
        return text
    }

    func program(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let log = nginx.folder.appending(path: "program.log").path
        return try await Program.run(arguments, log: log, on: player.loop)
    }
}
