import EventLoop
import Foundation
import Glibc
import IOTestSupport
import SwarmCore
import SwarmTestSupport
import Testing

@testable import Engine
@testable import Shoal

extension ShoalTests {
    /// What the player's thread calls: it is not held up, and what it said first counts first.
    @Suite(.timeLimit(.minutes(1))) struct PlayerThreadTests {
        /// Holds up a loop's thread until it is let go on.
        private final class Hold: Sendable {
            private let isHeld = Locked(true)
            let began = Mailbox<Bool>()

            init(_ loop: UVEventLoop) {
                loop.execute { [self] in
                    began.send(true)
                    while isHeld.withLock({ $0 }) { sched_yield() }
                }
            }

            func letGo() { isHeld.withLock { $0 = false } }
        }

        private func callAll(_ session: PlaybackSession, _ number: Int) {
            session.updateCurrentPositionMs(Int64(number))
            session.updateBufferedDurationMs(Int64(number))
            session.updatePlaybackRate(1)
            session.setPictureInPictureActive(number.isMultiple(of: 2))
            session.setUploadEnabled(number.isMultiple(of: 2))
            session.setP2PEnabled(number.isMultiple(of: 2))
            session.preload()
        }

        @Test func `A6: no call waits for the loop, and all take effect in order`() async throws {
            try await Scene.run { scene in
                let client = try await scene.client()
                let session = try await client.createPlaybackSession(url: scene.url())
                let listener = Listener()
                session.addEventListener(listener)
                let hold = Hold(session.place.loop)
                _ = try await hold.began.next()
                // Were one of them to wait, it would wait for ever.
                for number in 0..<1_000 { callAll(session, number) }
                client.addEventListener(listener)
                _ = client.eventStream()
                _ = session.eventStream()
                await client.removeEventListener(listener)
                session.setP2PEnabled(true)
                session.setP2PEnabled(false)
                async let reason = session.unavailableReason()
                hold.letGo()
                #expect(await reason == .disabledBySession)
                session.setP2PEnabled(false)
                session.setP2PEnabled(true)
                let after = await session.unavailableReason()
                #expect(after != .disabledBySession)
            }
        }

        @Test func `A6: of positions that were reported the last counts`() async throws {
            try await Scene.run(video: TestVideo(segments: 20, length: 10_000)) { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                #expect(try await scene.player.get(segments[0]).status == 200)
                let hold = Hold(session.place.loop)
                _ = try await hold.began.next()
                session.updatePlaybackRate(0)
                for position in stride(from: Int64(38_000), through: 12_000, by: -1_000) {
                    session.updateCurrentPositionMs(position)
                }
                for refused in [Int64(-1), .min] { session.updateCurrentPositionMs(refused) }
                session.updatePlaybackRate(.nan)
                hold.letGo()
                let engine = session.session
                let player = try await session.place.loop.run {
                    engine.assumeIsolated { $0.scheduler.assumeIsolated { $0.player } }
                }
                #expect(player?.position == .seconds(12))
            }
        }

        @Test func `A13: a close comes after what was said before it, and before nothing else`()
            async throws
        {
            try await Scene.run { scene in
                let session = try await scene.session()
                let hold = Hold(session.place.loop)
                _ = try await hold.began.next()
                for number in 0..<100 { callAll(session, number) }
                async let closed: Void = session.close()
                hold.letGo()
                await closed
                let before = await session.statistics()
                for number in 0..<100 { callAll(session, number) }
                #expect(await session.unavailableReason() == .closed)
                #expect(await session.statistics() == before)
            }
        }
    }
}
