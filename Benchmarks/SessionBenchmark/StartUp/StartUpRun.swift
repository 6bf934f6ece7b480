import EventLoop
import Foundation
import Harness
import Shoal
import SwarmTestSupport

/// The time to the first media byte, with a session that is made for it and of a player alone, in turn.
struct StartUpRun {
    private static let starts = 30
    /// From a request of the CDN to its answer, so that each request more is seen.
    private static let originDelay = 20
    /// What a session may take longer than a player alone, by their medians.
    private static let mostMore = Duration.milliseconds(50)

    private let loop: UVEventLoop
    private let url: URL

    /// Prints the medians; false where one is too long.
    static func perform() async throws -> Bool {
        let origin = try WorldProcess.origin(delay: originDelay)
        guard let url = URL(string: "http://127.0.0.1:\(origin.word)\(TestVideo.master)") else {
            throw URLError(.badURL)
        }
        let loop = try UVEventLoop(name: "player")
        let run = StartUpRun(loop: loop, url: url)
        var table = TextTable(head: ["median of \(starts)", "direct", "session", "more", "met"])
        var isGood = true
        for surroundings in Surroundings.allCases {
            let times = try await run.times(surroundings)
            let more = times.session.median - times.direct.median
            isGood = isGood && more <= mostMore
            table.add([
                surroundings.rawValue, text(times.direct.median), text(times.session.median),
                text(more) + (more <= mostMore ? "" : " FAILS"), "\(times.met)",
            ])
        }
        print(table.text)
        print("a start may take \(text(mostMore)) longer than direct; met: sessions that had peers")
        await P2PSDK.shutdown()
        await loop.shutdown()
        try origin.end()
        return isGood
    }

    private struct Times {
        var direct: [Duration] = []
        var session: [Duration] = []
        /// Sessions that had a peer at their first media.
        var met = 0
    }

    private func times(_ surroundings: Surroundings) async throws -> Times {
        let stage = try Stage(surroundings, of: url)
        var times = Times()
        // The first of each is to warm up.
        for number in 0...Self.starts {
            let direct = try await direct()
            let (session, peers) = try await session(stage)
            guard number > 0 else { continue }
            times.direct.append(direct)
            times.session.append(session)
            if peers > 0 { times.met += 1 }
        }
        try stage.end()
        return times
    }

    private func direct() async throws -> Duration {
        let start = ContinuousClock.now
        try await playFirst(of: url)
        return ContinuousClock.now - start
    }

    /// Of a client of its own, as when an application has just been opened.
    private func session(_ stage: Stage) async throws -> (Duration, peers: Int) {
        let client = try P2PClient(
            sdkKey: stage.key, bundleId: "benchmark.start",
            configuration: P2PConfiguration(peerInterface: .loopback))
        var start = ContinuousClock.now
        let session = try await client.createPlaybackSession(
            url: url, options: P2PPlaybackOptions(contentId: World.contentID))
        if stage.peersFallSilent {
            while await session.statistics().peers == 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            stage.silencePeers()
            start = ContinuousClock.now
        }
        try await playFirst(of: session.playbackUrl)
        let time = ContinuousClock.now - start
        let peers = await session.statistics().peers
        await client.close()
        if stage.peersFallSilent { stage.wakePeers() }
        return (time, peers)
    }

    private func playFirst(of root: URL) async throws {
        let player = try await Player.open(root, on: loop)
        defer { player.close() }
        try await player.playFirst()
    }

    private static func text(_ time: Duration) -> String {
        String(format: "%.1f ms", time / .milliseconds(1))
    }
}

extension [Duration] {
    fileprivate var median: Duration {
        let sorted = sorted()
        return sorted.isEmpty ? .zero : sorted[sorted.count / 2]
    }
}
