import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerWire

/// A tracker, a CDN with real files, and clients that a test makes.
struct FileCinema: Sendable {
    let tracker: TestTracker
    let nginx: NginxOrigin
    let player: TestPlayer
    private let files: [String: [UInt8]]
    private let clients = Log<P2PClient>()

    static func run(_ body: (FileCinema) async throws -> Void) async throws {
        var policy = TrackerPolicy.localSwarm
        policy.client.announceInterval = .seconds(1)
        try await TestTracker.run(policy) { tracker in
            try await TestPlayer.run { player in
                let files = try await FileMedia.make(on: player.loop)
                try await NginxOrigin.run(files: files, on: player.loop) { nginx in
                    let cinema = FileCinema(
                        tracker: tracker, nginx: nginx, player: player, files: files)
                    let outcome: Result<Void, any Error>
                    do { outcome = .success(try await body(cinema)) } catch {
                        outcome = .failure(error)
                    }
                    for client in cinema.clients.entries { await client.close() }
                    try outcome.get()
                }
            }
        }
    }

    func url(_ media: FileMedia) -> String { "\(nginx.url)/\(media.rawValue)" }

    func count(_ media: FileMedia) -> Int { files[media.rawValue]?.count ?? 0 }

    /// Another device that opens it.
    func session(_ media: FileMedia) async throws -> PlaybackSession {
        let client = try P2PClient(
            sdkKey: tracker.sdkKey().text, bundleId: "tv.example.cinema",
            configuration: P2PConfiguration(peerInterface: .loopback))
        clients.append(client)
        return try await client.createPlaybackSession(
            url: try #require(URL(string: url(media))))
    }

    /// A line for each stream: the MD5 of all its packets.
    func hash(_ url: String, _ options: [String] = []) async throws -> String {
        let (status, text) = try await program(
            ["ffmpeg", "-nostdin", "-v", "error"] + options + [
                "-i", url, "-map", "0", "-c", "copy", "-f", "streamhash", "-hash", "md5", "-",
            ])
        #expect(status == 0, "\(text)")
        return text
    }

    /// What curl gets.
    func body(_ url: String, _ options: [String]) async throws -> [UInt8] {
        let file = nginx.folder.appending(path: "curl.out")
        let (status, text) = try await program(
            ["curl", "-sS", "--fail", "-o", file.path] + options + [url])
        #expect(status == 0, "\(text)")
        return Array(try Data(contentsOf: file))
    }

    func program(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let log = nginx.folder.appending(path: "program.log").path
        return try await Program.run(arguments, log: log, on: player.loop)
    }
}
