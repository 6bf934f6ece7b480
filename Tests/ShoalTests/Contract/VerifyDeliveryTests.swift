import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

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

                // 2. Two devices on the same content, whose positions overlap.
                let second = try await cinema.session(media)
                let listener = Listener()
                second.addEventListener(listener)
                try await cinema.player.until(second) { $0.peers == 1 }

                // 3. Milliseconds: at 1 s with media until 3 s the buffer is 2,000 ms.
                first.updateCurrentPositionMs(1_000)
                first.updateBufferedDurationMs(2_000)
                second.updateCurrentPositionMs(1_000)
                second.updateBufferedDurationMs(2_000)

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
