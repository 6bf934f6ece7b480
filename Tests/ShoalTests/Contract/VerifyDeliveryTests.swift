import Foundation
import IOTestSupport
import SwarmCore
import SwarmTestSupport
import Testing
import TrackerWire

@testable import Engine
@testable import Shoal

extension ShoalTests {
    /// "Verify P2P delivery", the five steps of the SDK's document, with a real CDN and real players.
    @Suite(
        .enabled(if: ChildProcess.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: ChildProcess.isInstalled("mpv"), "mpv is not installed"),
        .enabled(if: ChildProcess.isInstalled("nginx"), "nginx is not installed"),
        .timeLimit(.minutes(2)))
    struct VerifyDeliveryTests {
        private func mpv(
            _ cinema: Cinema, _ session: PlaybackSession, _ options: [String]
        ) async throws {
            let (status, text) = try await cinema.program(
                ["mpv", "--no-config", "--vo=null", "--ao=null"] + options
                    + [session.playbackUrl.absoluteString])
            #expect(status == 0, "\(text)")
        }

        /// A device that is a process of its own, with a player that reports its state and stays at the end.
        private func device(_ cinema: Cinema, _ media: HLSMedia) throws -> ChildProcess {
            let products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
            return try ChildProcess(
                [
                    products.appending(path: "example-player").path,
                    try cinema.tracker.sdkKey().text, cinema.nginx.url + "/" + media.playlist,
                    "--vo=null", "--ao=null", "--keep-open=always",
                ], log: cinema.nginx.folder.appending(path: "device.log").path)
        }

        /// Where the engine takes a player to be that is paused there.
        private func place(
            of session: PlaybackSession, positionMs: Int64, bufferedMs: Int64
        ) async throws -> PlayerState? {
            session.updatePlaybackRate(0)
            session.updateCurrentPositionMs(positionMs)
            session.updateBufferedDurationMs(bufferedMs)
            let engine = session.session
            return try await session.place.loop.run {
                engine.assumeIsolated { $0.scheduler.assumeIsolated { $0.player } }
            }
        }

        @Test func `A17: one device, two devices, units, numbers that change, and back to the CDN`()
            async throws
        {
            try await Cinema.run { cinema in
                let media = HLSMedia.transportStream
                let direct = try await cinema.hash(cinema.nginx.url + "/" + media.playlist)

                // 1. One device: playback, a seek, and playback with the exchange switched off.
                let first = try await cinema.session(media)
                #expect(try await cinema.hash(first) == direct)
                try await mpv(cinema, first, ["--start=3", "--length=1"])
                first.setP2PEnabled(false)
                #expect(try await cinema.hash(first) == direct)
                first.setP2PEnabled(true)
                #expect(await first.statistics().peerBytes == 0)

                // 2. Two devices on the same content, whose positions overlap, and a third elsewhere.
                let second = try await cinema.session(media)
                let listener = Listener()
                second.addEventListener(listener)
                let device = try device(cinema, media)
                defer { device.end() }
                try await cinema.player.until(second) { $0.peers == 2 }

                // 3. Milliseconds: at 1 s with media until 3 s the buffer is 2,000 ms; then a seek.
                for session in [first, second] {
                    let place = try await place(of: session, positionMs: 1_000, bufferedMs: 2_000)
                    #expect(place?.position == .seconds(1) && place?.buffer == .seconds(2))
                    let sought = try await self.place(of: session, positionMs: 3_000, bufferedMs: 0)
                    #expect(sought?.position == .seconds(3) && sought?.buffer == .zero)
                    session.updatePlaybackRate(1)
                }

                // 4. A peer proves nothing, bytes do.
                let before = await second.statistics()
                #expect(before.peerBytes == 0 && before.offloadRatio == 0)
                #expect(try await cinema.hash(second) == direct)
                let after = await second.statistics()
                #expect(after.peerBytes > 0)
                #expect(after.offloadRatio > 0 && after.offloadRatio <= 1)
                #expect(after.eligibleOffloadRatio >= after.offloadRatio)

                // 5. Switched off it goes on by the CDN; then the content is switched.
                second.setP2PEnabled(false)
                #expect(try await cinema.hash(second) == direct)
                #expect(await second.statistics().peerBytes == after.peerBytes)
                let candidate = try await cinema.session(HLSMedia.fragmentedMP4)
                candidate.preload()
                await second.removeEventListener(listener)
                await second.close()
                let heard = listener.heard.count
                let closed = await second.statistics()
                try await mpv(cinema, candidate, ["--length=2"])
                #expect(await candidate.statistics().deliveredBytes > 0)
                #expect(listener.heard.count == heard)
                #expect(await second.statistics() == closed)
                #expect(await second.unavailableReason() == .closed)
            }
        }
    }
}
