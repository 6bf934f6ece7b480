import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// What viewers in the low mode have of each other.
    @Suite(.timeLimit(.minutes(1))) struct LatencyPartsTests {
        @Test func `D5: viewers who have switched to low latency have parts from each other`()
            async throws
        {
            // Its path is that of the default source: only the host is another.
            let channel = LowLatencyChannel(part: .milliseconds(400))
            try await LatencyScene.run { world in
                try await LowLatencyOrigin.run(channel) { origin in
                    let low = try #require(URL(string: origin.url(LowLatencyChannel.master)))
                    var configuration = try world.configuration()
                    configuration.lowLatencyMedia = [LatencyConfiguration.Source(url: low)]
                    var playbacks: [LatencyPlayback] = []
                    for _ in 0..<3 {
                        playbacks.append(
                            try await world.scene.client().createLatencyPlayback(configuration))
                    }
                    for playback in playbacks {
                        try await world.until { playback.latencyModeAvailability.low }
                        playback.setLatencyMode(.low)
                        try await world.scene.player.until(playback.session) { $0.peers == 2 }
                    }
                    let player = LowLatencyPlayer(player: world.scene.player, channel: channel)
                    let received = try await withThrowingTaskGroup { group in
                        for playback in playbacks {
                            group.addTask {
                                try await player.play(playback.playbackUrl, parts: 10)
                            }
                        }
                        return try await group.reduce(into: []) { $0 += $1 }
                    }
                    for part in received {
                        let isRight = part.body == channel.bytes(ofPart: part.part)
                        #expect(isRight, "part \(part.part)")
                    }
                    var (fromPeers, delivered) = (0, 0)
                    for playback in playbacks {
                        let statistics = await playback.session.statistics()
                        fromPeers += statistics.peerBytes
                        delivered += statistics.deliveredBytes
                    }
                    #expect(Double(fromPeers) > 0.3 * Double(delivered))
                }
            }
        }
    }
}
