import EventLoop
import Foundation
import Shoal
import SwarmTestSupport

/// One session from its making to its close, of which no two in a row are used alike.
struct Visit {
    static let longest = Duration.seconds(20)

    /// What came of visits.
    struct Sum: Sendable, CustomStringConvertible {
        var sessions = 0
        var segments = 0
        var peerBytes = 0

        mutating func add(_ other: Sum) {
            sessions += other.sessions
            segments += other.segments
            peerBytes += other.peerBytes
        }

        var description: String {
            "\(sessions) sessions, \(segments) segments, \(peerBytes >> 10) KiB from peers"
        }
    }

    private final class Listener: P2PEventListener {}

    let number: Int
    let client: P2PClient
    let url: URL
    let loop: UVEventLoop

    func perform() async throws -> Sum {
        let session = try await client.createPlaybackSession(
            url: url,
            options: P2PPlaybackOptions(
                contentId: number.isMultiple(of: 2) ? World.contentID : "visit-\(number % 5)"))
        let listener = Listener()
        session.addEventListener(listener)
        let stream = Task { for await _ in session.eventStream() {} }
        if number.isMultiple(of: 3) { session.preload() }
        let segments = number % 8 == 7 ? 0 : try await play(session)
        if number.isMultiple(of: 5) { await session.removeEventListener(listener) }
        await session.close()
        await stream.value
        return Sum(
            sessions: 1, segments: segments, peerBytes: await session.statistics().peerBytes)
    }

    private func play(_ session: PlaybackSession) async throws -> Int {
        let player = try await Player.open(session.playbackUrl, on: loop)
        defer { player.close() }
        // Some leave in the middle of a segment.
        if number.isMultiple(of: 4) {
            try await player.playFirst()
            return 0
        }
        var count = 0
        for (place, url) in try await player.segments().enumerated() {
            session.updateCurrentPositionMs(Int64(place) * 2_000)
            session.updateBufferedDurationMs(10_000)
            session.setPictureInPictureActive(place == 1)
            if number % 6 == 1 { session.setP2PEnabled(place != 1) }
            guard try await player.get(url) == World.video.segments[place] else {
                throw URLError(.cannotDecodeContentData)
            }
            count += 1
            try await Task.sleep(for: .seconds(2))
        }
        return count
    }
}
