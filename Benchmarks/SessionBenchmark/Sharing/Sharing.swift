import EventLoop
import Foundation
import Shoal
import SwarmTestSupport

/// What each of fifty sessions of one client gets of what they share: 25 contents, each of them twice.
///
/// Fifty viewers want all of it at once from a client that may upload far less than that at a time. By
/// counts alone: how fast this is does not matter.
struct Sharing {
    private static let contents = 25
    private static let sessions = 2 * contents
    /// Bytes per second, of all sessions together.
    private static let uploadLimit = 4 << 20
    /// Uploaded bytes at which it is looked who has got how much: each content still wants more then.
    private static let middle = contents * 250_000
    /// Of what they uploaded, the content with the most may have so many times that of the least.
    private static let mostRatio = 2.0

    private let loop: UVEventLoop
    private let url: URL

    /// Prints what each got; false where somebody got too little.
    static func perform() async throws -> Bool {
        let origin = try WorldProcess.origin(delay: 5)
        let tracker = try WorldProcess.tracker()
        guard let url = URL(string: "http://127.0.0.1:\(origin.word)\(TestVideo.master)") else {
            throw URLError(.badURL)
        }
        let sharing = Sharing(loop: try UVEventLoop(name: "player"), url: url)
        let isGood = try await sharing.perform(key: tracker.word)
        await P2PSDK.shutdown()
        await sharing.loop.shutdown()
        for process in [tracker, origin] { try process.end() }
        return isGood
    }

    private func perform(key: String) async throws -> Bool {
        let client = try Self.makeClient(key)
        let held = try await open(client)
        try await play(held)
        await client.setUploadLimit(Self.uploadLimit)
        let viewers = try await open(try Self.makeClient(key))
        // His twin, and two viewers.
        let peers = try await met(held, 3)
        let before = await uploads(of: held)
        let shares = try await withThrowingTaskGroup(of: [Int]?.self) { group in
            group.addTask {
                try await play(viewers)
                return nil
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: .milliseconds(20))
                    let shares = zip(await uploads(of: held), before).map { $0 - $1 }
                    if shares.reduce(0, +) >= Self.middle { return shares }
                }
            }
            var shares: [Int]?
            for try await outcome in group {
                // Had all been played before, nobody would have had to wait for his share.
                guard let outcome else { break }
                shares = outcome
            }
            group.cancelAll()
            return shares
        }
        return isGood(shares, peers)
    }

    private func open(_ client: P2PClient) async throws -> [PlaybackSession] {
        var sessions: [PlaybackSession] = []
        for number in 0..<Self.sessions {
            let session = try await client.createPlaybackSession(
                url: url,
                options: P2PPlaybackOptions(contentId: "content-\(number % Self.contents)"))
            // Nobody is in such a hurry that he does not wait for peers.
            session.updateCurrentPositionMs(0)
            session.updateBufferedDurationMs(120_000)
            sessions.append(session)
        }
        return sessions
    }

    /// Plays all sessions at once, to the end.
    private func play(_ sessions: [PlaybackSession]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions {
                group.addTask {
                    let player = try await Player.open(session.playbackUrl, on: loop)
                    defer { player.close() }
                    guard try await player.play() == World.video.segments else {
                        throw URLError(.cannotDecodeContentData)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The peers of each session, once all have so many or time is up.
    private func met(_ sessions: [PlaybackSession], _ count: Int) async throws -> [Int] {
        var peers: [Int] = []
        for _ in 0..<600 where peers.isEmpty || peers.contains(where: { $0 < count }) {
            try await Task.sleep(for: .milliseconds(50))
            peers = []
            for session in sessions { peers.append(await session.statistics().peers) }
        }
        return peers
    }

    private func uploads(of sessions: [PlaybackSession]) async -> [Int] {
        var uploads: [Int] = []
        for session in sessions { uploads.append(await session.statistics().uploadedBytes) }
        return uploads
    }

    private func isGood(_ shares: [Int]?, _ peers: [Int]) -> Bool {
        print(
            "peers of each of \(peers.count) sessions: \(peers.min() ?? 0) to \(peers.max() ?? 0)")
        guard let shares else {
            print("nobody had to wait for uploads")
            return false
        }
        let contents = (0..<Self.contents).map { shares[$0] + shares[$0 + Self.contents] }.sorted()
        let (least, most) = (contents[0], contents[Self.contents - 1])
        print(
            "uploads when \(shares.reduce(0, +) >> 10) KiB had been given, of each content:"
                + " \(least >> 10) to \(most >> 10) KiB, \(contents[Self.contents / 2] >> 10) by median;"
                + " of each session: \((shares.min() ?? 0) >> 10) to \((shares.max() ?? 0) >> 10) KiB"
        )
        return peers.allSatisfy { $0 == 3 } && Double(most) <= Double(least) * Self.mostRatio
    }

    private static func makeClient(_ key: String) throws -> P2PClient {
        try P2PClient(
            sdkKey: key, bundleId: "benchmark.sharing",
            configuration: P2PConfiguration(peerInterface: .loopback))
    }
}
