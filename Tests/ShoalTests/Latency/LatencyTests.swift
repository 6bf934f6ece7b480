import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// Latency modes as an application sees them, in sessions of a real engine.
    @Suite(.timeLimit(.minutes(1))) struct LatencyTests {
        @Test
        func `D1, D4: low latency is available once its source is found, and that is told of`()
            async throws
        {
            try await LatencyScene.run { world in
                let playback = try await world.client.createLatencyPlayback(
                    world.configuration(low: [LatencyScene.missing, LatencyScene.low]))
                #expect(playback.latencyMode == .def)
                try await world.until { !world.heard.isEmpty }
                #expect(world.heard == [LatencyNews(.def, hasLow: true)])
                #expect(playback.latencyModeAvailability[.low])
                #expect(playback.latencyModeAvailability[.def])
                // Who comes later hears how it stands.
                let late = Listener()
                playback.addEventListener(late)
                try await world.until { late.latencies == [LatencyNews(.def, hasLow: true)] }
                #expect(try await world.play(playback) == world.scene.video.segments)
            }
        }

        @Test func `D1: a film has no low latency, nor does anything without a source of it`()
            async throws
        {
            try await LatencyScene.run { world in
                for (media, low) in [
                    (LatencyScene.film, [LatencyScene.low]), (LatencyScene.standard, []),
                    (LatencyScene.standard, [LatencyScene.film]),
                    (LatencyScene.standard, [LatencyScene.missing]),
                    (LatencyScene.standard, ["/low/file.mp4"]),
                ] {
                    let known = world.heard.count
                    let playback = try await world.client.createLatencyPlayback(
                        world.configuration([media], low: low, initialMode: .low))
                    try await world.until { world.heard.count > known }
                    #expect(world.heard.last == LatencyNews(.def, hasLow: false), "\(media) \(low)")
                    playback.setLatencyMode(.low)
                    #expect(playback.latencyMode == .def)
                    await playback.close()
                }
                #expect(world.heard.count == 5)
            }
        }

        @Test
        func `D1: the first default source that can be opened is, and without one it is an error`()
            async throws
        {
            try await LatencyScene.run { world in
                let ftp = LatencyConfiguration.Source(
                    url: try #require(URL(string: "ftp://127.0.0.1/live.m3u8")))
                var configuration = try world.configuration()
                configuration.media.insert(ftp, at: 0)
                configuration.lowLatencyMedia.insert(ftp, at: 0)
                let playback = try await world.client.createLatencyPlayback(configuration)
                try await world.until { world.heard == [LatencyNews(.def, hasLow: true)] }
                #expect(try await world.play(playback) == world.scene.video.segments)
                await #expect(throws: P2PError.noPlayableSource) {
                    try await world.client.createLatencyPlayback(
                        LatencyConfiguration(media: [ftp]))
                }
            }
        }

        @Test func `D2: playback begins in low latency where that was asked for and is available`()
            async throws
        {
            try await LatencyScene.run { world in
                let playback = try await world.client.createLatencyPlayback(
                    world.configuration(initialMode: .low))
                #expect(playback.latencyMode == .low)
                #expect(try await world.play(playback) == world.reversed)
                try await world.until { world.heard == [LatencyNews(.low, hasLow: true)] }
            }
        }

        @Test func `D2: a source that says nothing is waited for, but not for long`() async throws {
            try await LatencyScene.run { world in
                world.scene.origin.treat(LatencyScene.low, as: .held)
                let playback = try await world.client.createLatencyPlayback(
                    world.configuration(initialMode: .low))
                #expect(playback.latencyMode == .def)
                #expect(try await world.play(playback) == world.scene.video.segments)
                world.scene.origin.treat(LatencyScene.low, as: .plain)
                try await world.until { world.heard == [LatencyNews(.def, hasLow: true)] }
            }
        }

        @Test func `D2: what is not allowed is not there, and its source is not asked`()
            async throws
        {
            try await LatencyScene.run { world in
                let playback = try await world.client.createLatencyPlayback(
                    world.configuration(initialMode: .low, allowsLow: false))
                try await world.until { world.heard == [LatencyNews(.def, hasLow: false)] }
                playback.setLatencyMode(.low)
                #expect(playback.latencyMode == .def)
                #expect(!playback.latencyModeAvailability.low)
                #expect(try await world.play(playback) == world.scene.video.segments)
                #expect(world.scene.origin.requests(for: LatencyScene.low).isEmpty)
            }
        }

        @Test
        func
            `D3: a switch takes effect at once; an unavailable, unknown or active mode does nothing`()
            async throws
        {
            try await LatencyScene.run { world in
                world.scene.origin.treat(LatencyScene.low, as: .held)
                let playback = try await world.client.createLatencyPlayback(world.configuration())
                playback.setLatencyMode(.low)
                #expect(playback.latencyMode == .def, "it is not known to be there")
                world.scene.origin.treat(LatencyScene.low, as: .plain)
                try await world.until { world.heard == [LatencyNews(.def, hasLow: true)] }
                let url = playback.playbackUrl
                playback.setLatencyMode(.def)
                playback.setLatencyMode(LatencyMode(rawValue: "ultra"))
                #expect(playback.playbackUrl == url)

                playback.setLatencyMode(.low)
                #expect(playback.latencyMode == .low)
                #expect(playback.playbackUrl != url)
                playback.setLatencyMode(.low)
                #expect(try await world.play(playback) == world.reversed)
                playback.setLatencyMode(LatencyMode(rawValue: "def"))
                #expect(playback.latencyMode == .def && playback.playbackUrl == url)
                #expect(try await world.play(playback) == world.scene.video.segments)
                try await world.until { world.heard.count == 3 }
                #expect(world.heard.map(\.mode) == [.def, .low, .def])
            }
        }

        @Test func `D3: both forms keep their peers and their media while the other is played`()
            async throws
        {
            try await LatencyScene.run { world in
                let other = try await world.scene.client().createLatencyPlayback(
                    world.configuration(initialMode: .low))
                let playback = try await world.client.createLatencyPlayback(
                    world.configuration(initialMode: .low))
                let low = playback.session
                try await world.scene.player.until(low) { $0.peers == 1 }
                #expect(try await world.play(other) == world.reversed)
                #expect(try await world.play(playback) == world.reversed)
                playback.setLatencyMode(.def)
                try await world.scene.player.until(playback.session) { $0.peers == 1 }
                #expect(try await world.play(playback) == world.scene.video.segments)
                let before = await low.statistics()
                #expect(before.peers == 1)
                playback.setLatencyMode(.low)
                #expect(playback.session === low)
                #expect(try await world.play(playback) == world.reversed)
                let after = await low.statistics()
                #expect(after.peers == 1 && after.peerBytes > 0)
                #expect(
                    after.cdnBytes - after.ineligibleCdnBytes
                        == before.cdnBytes - before.ineligibleCdnBytes, "its media was still there")
            }
        }

        @Test func `D4: calls, another content and the live edge are told of, in order`()
            async throws
        {
            try await LatencyScene.run { world in
                let playback = try await world.client.createLatencyPlayback(
                    world.configuration(initialMode: .low))
                let first = playback.playbackUrl
                playback.setAtLiveEdge(false)
                #expect(playback.latencyMode == .def)
                playback.setAtLiveEdge(true)
                #expect(playback.latencyMode == .low && playback.playbackUrl == first)
                try await playback.setConfiguration(
                    world.configuration([LatencyScene.film], low: []))
                #expect(playback.latencyMode == .def)
                #expect(try await world.play(playback).isEmpty == false)
                #expect(try await world.scene.player.get(first).status == 404)
                try await playback.setConfiguration(world.configuration(initialMode: .low))
                #expect(playback.latencyMode == .low)
                #expect(try await world.play(playback) == world.reversed)
                await playback.close()
                #expect(
                    world.heard == [
                        LatencyNews(.low, hasLow: true), LatencyNews(.def, hasLow: true),
                        LatencyNews(.low, hasLow: true), LatencyNews(.def, hasLow: false),
                        LatencyNews(.low, hasLow: true),
                    ])
            }
        }

        @Test func `D4: nobody hears of a playback after its close, or that of its client`()
            async throws
        {
            try await LatencyScene.run { world in
                let playbacks = [
                    try await world.client.createLatencyPlayback(
                        world.configuration(initialMode: .low)),
                    try await world.client.createLatencyPlayback(
                        world.configuration(initialMode: .low)),
                ]
                let listeners = [Listener(), Listener()]
                for (playback, listener) in zip(playbacks, listeners) {
                    playback.addEventListener(listener)
                }
                let stream = playbacks[1].eventStream()
                await playbacks[0].close()
                await world.client.close()
                for playback in playbacks {
                    playback.setLatencyMode(.def)
                    playback.setAtLiveEdge(false)
                    #expect(playback.latencyMode == .low)
                    await playback.close()
                }
                #expect(listeners.map(\.latencies.count) == [1, 1])
                // It ends, and what it has not given yet is gone.
                for await event in stream { Issue.record("after its end: \(event)") }
            }
        }

        @Test func `D2, D4: a client that is closed while a start waits throws`() async throws {
            try await LatencyScene.run { world in
                world.scene.origin.treat(LatencyScene.low, as: .held)
                let configuration = try world.configuration(initialMode: .low)
                let opening = Task {
                    try await world.client.createLatencyPlayback(configuration)
                }
                try await world.until {
                    !world.scene.origin.requests(for: LatencyScene.low).isEmpty
                }
                await world.client.close()
                await #expect(throws: P2PError.clientClosed) { try await opening.value }
                #expect(world.heard.isEmpty)
            }
        }
    }
}
