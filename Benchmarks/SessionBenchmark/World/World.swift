import Engine
import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import TrackerWire

/// What surrounds the sessions that are measured, each part in a process of its own, until its input ends.
enum World {
    static let flag = "--world"
    /// Of whatever is played while a start-up is measured.
    static let contentID = "start"
    static let video = TestVideo(segments: 3, length: 400_000)

    enum Part: String {
        case origin
        case tracker
        case peers
    }

    static func run(_ words: [String]) async throws {
        switch (words.first.flatMap(Part.init), words.count) {
        case (.origin, 2): try await runOrigin(delay: .milliseconds(Int(words[1]) ?? 0))
        case (.tracker, 2): try await runTracker(absentPeersAt: UInt16(words[1]))
        case (.peers, 4): try await runPeers(key: words[1], words[2], count: Int(words[3]) ?? 0)
        default: exit(EXIT_FAILURE)
        }
    }

    private static func runOrigin(delay: Duration) async throws {
        try await MediaOrigin.run(video.files, answeringAfter: delay) { origin in
            say(origin.port)
            await untilEnd()
        }
    }

    /// With a port, three peers are in the swarm of which nobody answers there.
    private static func runTracker(absentPeersAt port: UInt16?) async throws {
        try await TestTracker.run { tracker in
            let loop = try UVEventLoop(name: "absent peers")
            var peers: [PeerDouble] = []
            if let port {
                let keys = ContentKeys(
                    contentKey: try tracker.sdkKey().contentKey.secret,
                    contentID: Array(contentID.utf8))
                peers = (0..<3).map { _ in PeerDouble(of: keys.swarm, tracker, on: loop) }
                try await loop.run { [peers] in
                    for peer in peers { try peer.join(announcing: port) }
                }
                try await loop.until { [peers] in peers.allSatisfy { $0.epoch != nil } }
            }
            say(try tracker.sdkKey().text)
            await untilEnd()
            try await loop.run { [peers] in for peer in peers { peer.close() } }
            await loop.shutdown()
        }
    }

    /// Viewers of the same content, who hold all of it.
    private static func runPeers(key: String, _ url: String, count: Int) async throws {
        guard let url = URL(string: url) else { exit(EXIT_FAILURE) }
        let loop = try UVEventLoop(name: "players")
        var sessions: [PlaybackSession] = []
        for _ in 0..<count {
            let client = try P2PClient(
                sdkKey: key, bundleId: "benchmark.peer",
                configuration: P2PConfiguration(peerInterface: .loopback))
            let session = try await client.createPlaybackSession(
                url: url, options: P2PPlaybackOptions(contentId: contentID))
            let player = try await Player.open(session.playbackUrl, on: loop)
            guard try await player.play() == video.segments else { exit(EXIT_FAILURE) }
            player.close()
            sessions.append(session)
        }
        say("ready")
        await untilEnd()
        for session in sessions { await session.close() }
        await P2PSDK.shutdown()
        await loop.shutdown()
    }

    /// On a thread of its own: whose thread this is may be that of a loop.
    private static func untilEnd() async {
        await withCheckedContinuation { waiter in
            Thread.detachNewThread {
                while readLine() != nil {}
                waiter.resume()
            }
        }
    }

    private static func say(_ line: some CustomStringConvertible) {
        print(line)
        fflush(nil)
    }
}
