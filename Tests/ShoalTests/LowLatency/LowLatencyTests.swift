import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import TestSupport
import Testing
import TrackerCore

extension ShoalTests {
    /// Parts between viewers of a low-latency channel.
    @Suite(.timeLimit(.minutes(1))) struct LowLatencyTests {
        private static let channel = LowLatencyChannel(part: .milliseconds(400))
        private static let parts = 16

        /// What viewers had of a channel, and what another had who played it at the origin.
        private struct Outcome {
            var viewers: [[LowLatencyPlayer.Received]] = []
            var direct: [LowLatencyPlayer.Received] = []
            var statistics: [P2PStats] = []
            var sentByOrigin = 0

            /// The share of the viewers' media that came from peers.
            var share: Double {
                let peers = statistics.reduce(0) { $0 + $1.peerBytes }
                return Double(peers) / Double(statistics.reduce(1) { $0 + $1.deliveredBytes })
            }
        }

        private func watch(
            _ channel: LowLatencyChannel, viewers: Int, edges: Int,
            policy: TrackerPolicy = .localSwarm,
            _ body: (Outcome, LowLatencyOrigin) throws -> Void
        ) async throws {
            try await Scene.run(policy: policy) { scene in
                try await LowLatencyOrigin.run(channel) { origin in
                    let url = try #require(URL(string: origin.url(LowLatencyChannel.master)))
                    let player = LowLatencyPlayer(player: scene.player, channel: channel)
                    for _ in 0..<edges {
                        _ = try await scene.client(
                            P2PConfiguration(role: .edge, peerInterface: .loopback)
                        ).createPlaybackSession(url: url)
                    }
                    var sessions: [PlaybackSession] = []
                    for _ in 0..<viewers {
                        sessions.append(try await scene.client().createPlaybackSession(url: url))
                    }
                    for session in sessions {
                        try await scene.player.until(session) { $0.peers == viewers + edges - 1 }
                    }
                    var outcome = Outcome()
                    outcome.viewers = try await withThrowingTaskGroup { group in
                        for session in sessions {
                            group.addTask {
                                try await player.play(session.playbackUrl, parts: Self.parts)
                            }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    for session in sessions {
                        outcome.statistics.append(await session.statistics())
                    }
                    outcome.sentByOrigin = origin.sent
                    outcome.direct = try await player.play(url, parts: 6)
                    try body(outcome, origin)
                }
            }
        }

        private func check(_ outcome: Outcome, _ origin: LowLatencyOrigin) {
            for one in outcome.viewers.flatMap(\.self) {
                #expect(one.body == origin.channel.bytes(ofPart: one.part), "part \(one.part)")
            }
            let direct = LowLatencyPlayer.delays(outcome.direct, origin)
            let delays = LowLatencyPlayer.delays(outcome.viewers.flatMap(\.self), origin)
            let (middle, late) = (delays[delays.count / 2], delays[delays.count * 9 / 10])
            print(
                "parts from peers: \(outcome.share), the origin sent \(outcome.sentByOrigin);",
                "seconds behind: \(middle), \(late) for nine of ten, direct \(direct)")
            // What is late on a busy machine is late in the test, too.
            #expect(middle < direct[direct.count / 2] + origin.channel.part.inSeconds)
        }

        @Test func `three viewers have most parts from each other`() async throws {
            try await watch(Self.channel, viewers: 3, edges: 0) { outcome, origin in
                check(outcome, origin)
                #expect(outcome.share > 0.4)
            }
        }

        @Test func `an edge node waits for each part, and has it for all`() async throws {
            try await watch(Self.channel, viewers: 3, edges: 1) { outcome, origin in
                check(outcome, origin)
                #expect(outcome.share > 0.6)
                #expect(origin.requests.contains { $0.hasSuffix("_HLS_part=0") })
            }
        }

        /// The notary's own numbers, but for those that keep apart who is on one machine.
        @Test func `six viewers of whom three must agree have parts from each other`() async throws
        {
            var policy = TrackerPolicy.localSwarm
            policy.notary = NotaryPolicy()
            policy.notary.distinctPrefixes = false
            policy.notary.credentialAge = .zero
            var channel = Self.channel
            channel.partLength = 140_000
            try await watch(channel, viewers: 6, edges: 0, policy: policy) { outcome, origin in
                check(outcome, origin)
                #expect(outcome.share > 0.25)
            }
        }

        @Test func `parts that are ranges of their segments are exchanged, too`() async throws {
            var channel = Self.channel
            channel.areRanges = true
            try await watch(channel, viewers: 3, edges: 0) { outcome, origin in
                check(outcome, origin)
                #expect(outcome.share > 0.4)
            }
        }

        @Test func `R17: those who wait for the same version of a playlist share a request`()
            async throws
        {
            try await Scene.run { scene in
                try await LowLatencyOrigin.run(Self.channel) { origin in
                    let url = try #require(URL(string: origin.url(LowLatencyChannel.master)))
                    let session = try await scene.client().createPlaybackSession(url: url)
                    let player = LowLatencyPlayer(player: scene.player, channel: Self.channel)
                    let media = try #require(
                        try await scene.player.uris(in: session.playbackUrl).first)
                    let next = LowLatencyChannel.published / 4 + 1
                    let waited = "?_HLS_msn=\(next)&_HLS_part=0"
                    async let one = player.ask(media, waited, [])
                    while origin.mostKept.isEmpty {
                        try await scene.player.loop.pass(.milliseconds(2))
                    }
                    async let two = player.ask(media, waited, [])
                    async let three = player.ask(media, waited + "&_HLS_skip=YES", [])
                    let bodies = try await [one.body, two.body, three.body]
                    #expect(bodies.allSatisfy { $0 == bodies[0] })
                    #expect(origin.mostKept.filter { $0.key.contains("_HLS_msn") }.count == 1)
                    #expect(origin.mostKept.values.allSatisfy { $0 == 1 })
                    #expect(
                        origin.requests.filter { $0.contains("_HLS_msn") }
                            == [LowLatencyChannel.playlist + waited])
                }
            }
        }
    }
}
