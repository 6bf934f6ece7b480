import CPlaintextRecord
import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// Two viewers of one event, whose tokens expire all the time: `make events` plays two minutes of it.
    @Suite(.timeLimit(.minutes(4))) struct EventExpiryTests {
        private static let seconds =
            ProcessInfo.processInfo.environment["SHOAL_EVENT_SECONDS"].flatMap(Int.init) ?? 3
        /// Expiries in that time: in a short one no more than a source of credentials is asked in a row.
        private static let expiries = seconds >= 60 ? 6 : 3
        /// Below the bound; a run of seconds has less to be judged by.
        private static let tolerance = seconds >= 60 ? 0.03 : 0.15

        private static let lifetime = Duration.seconds(seconds) / expiries
        /// Segments of two seconds, played in as long where there is time for that.
        private static let segments = max(24, seconds / 2)
        private static let pace = Duration.seconds(seconds) / segments

        /// What one viewer saw.
        private struct View: Sendable {
            var wrong: [String] = []
            var late: Duration = .zero
        }

        @Test func `C1, C2, C3: tokens expire under two viewers, who notice nothing and share`()
            async throws
        {
            plaintext_begin()
            defer { plaintext_end() }
            let video = TestVideo(segments: Self.segments, length: 300_000)
            try await EventScene.run(video: video) { world in
                world.backend.setLifetime(Self.lifetime)
                let viewers = ["ann", "ben"]
                var sessions: [PlaybackSession] = []
                for viewer in viewers { sessions.append(try await world.session(of: viewer)) }
                let heard = Log<P2PEvent>()
                let listening = sessions.map { session in
                    let stream = session.eventStream()
                    return Task { for await event in stream { heard.append(event) } }
                }
                for session in sessions {
                    try await world.scene.player.until(session) { $0.peers == 1 }
                }
                let views = try await withThrowingTaskGroup { group in
                    for session in sessions {
                        group.addTask { try await Self.watch(session, world) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                var (fromPeers, delivered) = (0, 0)
                for session in sessions {
                    let statistics = await session.statistics()
                    fromPeers += statistics.peerBytes
                    delivered += statistics.deliveredBytes
                    await session.close()
                }
                for task in listening { await task.value }
                let offload = Double(fromPeers) / Double(delivered)
                let fetches = viewers.map(world.backend.fetches(by:))
                print(
                    "events: \(Self.seconds) s, tokens of \(Self.lifetime); offload \(offload)",
                    "(bound 0.5); fetches \(fetches); refusals \(world.backend.refusals.count);",
                    "latest segment \(views.map(\.late))")

                #expect(views.flatMap(\.wrong) == [])
                // The first, and one for each that has lived as long as it could.
                #expect(fetches.allSatisfy { (2...Self.expiries + 1).contains($0) })
                #expect(offload > 0.5 - Self.tolerance)
                // What went between them was kept: the media are there, and no token is.
                #expect(
                    video.segments.contains { Self.isHeldByPlaintext(Array($0.prefix(1_000))) })
                #expect(!Self.isHeldByPlaintext(Array(EventBackend.canary.utf8)))
                var said = heard.entries.map { "\($0)" }
                for session in sessions { dump(session, to: &said) }
                #expect(!said.contains { $0.contains(EventBackend.canary) })
            }
        }

        /// Asks for the playlist now and then, and for each segment when it is time for it.
        private static func watch(
            _ session: PlaybackSession, _ world: EventScene
        ) async throws -> View {
            var view = View()
            let (player, clock) = (world.scene.player, ContinuousClock())
            let start = clock.now
            var urls: [URL] = []
            for number in 0..<segments {
                if number % 8 == 0 { urls = try await player.uris(in: session.playbackUrl) }
                guard urls.count == segments else {
                    view.wrong.append("the playlist has \(urls.count) segments")
                    return view
                }
                let asked = clock.now
                let answer = try await player.get(urls[number])
                if answer.status != 200 || answer.body != world.video.segments[number] {
                    view.wrong.append("segment \(number): status \(answer.status)")
                }
                view.late = max(view.late, clock.now - asked)
                session.updateCurrentPositionMs(Int64(number * world.video.segmentSeconds * 1_000))
                session.updateBufferedDurationMs(4_000)
                try await clock.sleep(until: start + pace * (number + 1))
            }
            return view
        }

        private static func isHeldByPlaintext(_ bytes: [UInt8]) -> Bool {
            unsafe bytes.withUnsafeBytes { unsafe plaintext_holds($0.baseAddress, $0.count) } != 0
        }

        private func dump(_ value: some Any, to texts: inout [String]) {
            var text = ""
            Swift.dump(value, to: &text, maxDepth: 6)
            texts.append(text)
        }
    }
}
