import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// Recorded events behind tokens, against a storage that refuses what is not right.
    @Suite(.timeLimit(.minutes(1))) struct EventPlaybackTests {
        @Test func `C1: a URL is authorized by bucket and device, with one token, when it is made`()
            async throws
        {
            try await EventScene.run { world in
                let store = world.store(of: "ann")
                let url = try await store.authorizedURL(for: world.event())
                #expect(try await world.status(url) == 200)
                let query = try #require(url.query(percentEncoded: false))
                #expect(query.hasPrefix("x=1&Authorization=\(EventBackend.canary)/ann+1="))
                #expect(query.components(separatedBy: "Authorization=").count == 2)

                for (device, bucket) in [("camera-2", "180-days"), ("camera-1", "30-days")] {
                    let other = try await store.authorizedURL(
                        for: world.event(device: device, bucket: bucket))
                    #expect(try await world.status(other) == 403, "it is the token of another")
                }
                #expect(world.backend.fetches(by: "ann") == 1)
                #expect(try await world.status(world.event().videoUrl) == 401)
            }
        }

        @Test func `C1: each request has the token that is current then, in place of a stale one`()
            async throws
        {
            try await EventScene.run { world in
                let session = try await world.session(of: "ann")
                #expect(
                    world.backend.fetches(by: "ann") == 0, "nothing is built before it is needed")
                #expect(try await world.play(session) == world.video.segments)
                #expect(world.backend.fetches(by: "ann") == 1)
                #expect(world.backend.refusals.isEmpty)
            }
        }

        @Test func `C2: a token that expires is replaced under the player, with one fetch`()
            async throws
        {
            try await EventScene.run { world in
                let session = try await world.session(of: "ann")
                let urls = try await world.scene.player.uris(in: session.playbackUrl)
                // As often in a row as a source of credentials is asked.
                for (number, url) in urls.prefix(3).enumerated() {
                    world.backend.expireAll()
                    let answer = try await world.scene.player.get(url)
                    let isRight = answer.body == world.video.segments[number]
                    #expect(answer.status == 200 && isRight)
                    #expect(world.backend.fetches(by: "ann") <= 2 + number)
                }
                #expect(world.backend.refusals.count <= world.backend.fetches(by: "ann"))
            }
        }

        @Test func `C2: what a fresh token does not open is the origin's own answer`() async throws
        {
            try await EventScene.run { world in
                let session = try await world.session(of: "ann")
                let urls = try await world.scene.player.uris(in: session.playbackUrl)
                world.backend.expireAll()
                world.backend.giveExpired(true)
                let answer = try await world.scene.player.get(session.playbackUrl)
                #expect(answer.status == 401)
                #expect(String(decoding: answer.body, as: UTF8.self) == "refused: 401 Unauthorized")
                #expect(world.backend.fetches(by: "ann") == 2)
                world.backend.giveExpired(false)
                #expect(try await world.scene.player.get(urls[0]).status == 200)
            }
        }

        @Test
        func `C2: events of one space share what was fetched, and a miss has it fetched once`()
            async throws
        {
            try await EventScene.run { world in
                let store = world.store(of: "ann")
                try await withThrowingTaskGroup { group in
                    for place in EventScene.places + EventScene.places {
                        group.addTask {
                            _ = try await store.token(
                                for: world.event(device: place.device, bucket: place.bucket))
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(world.backend.fetches(by: "ann") == 1)
                await #expect(throws: EventError.noToken) {
                    try await store.token(for: world.event(device: "camera-9"))
                }
                #expect(world.backend.fetches(by: "ann") == 2)

                world.backend.setBroken(true)
                await #expect(throws: EventBackend.Unavailable.self) {
                    try await store.token(for: world.event(device: "camera-9"))
                }
                #expect(try await store.token(for: world.event()).deviceId == "camera-1")
            }
        }

        @Test func `C3: viewers with other tokens share, and neither shows its own`() async throws {
            try await EventScene.run { world in
                let first = try await world.session(of: "ann")
                #expect(try await world.play(first) == world.video.segments)
                let second = try await world.session(of: "ben")
                try await world.scene.player.until(second) { $0.peers == 1 }
                #expect(try await world.play(second) == world.video.segments)
                #expect(await second.statistics().peerBytes > 0)
                let twice = (0..<world.video.segments.count).filter {
                    world.backend.served[EventScene.path($0)] ?? 0 > 1
                }
                #expect(twice.count < world.video.segments.count / 2)
                let token = try await world.store(of: "eve").token(for: world.event())
                for text in ["\(token)", String(reflecting: token), "\(Mirror(reflecting: token))"]
                {
                    #expect(!text.contains(EventBackend.canary))
                }
            }
        }

        @Test func `C4: the playlist of an event has absolute, authorized lines and its end`()
            async throws
        {
            try await EventScene.run { world in
                let client = try await world.scene.client()
                let store = world.store(of: "ann")
                let text = String(
                    decoding: try await client.eventM3U8(world.event(), tokens: store),
                    as: UTF8.self)
                #expect(text.hasSuffix("\n#EXT-X-ENDLIST\n"))
                let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                #expect(lines.count == world.video.segments.count)
                for (number, line) in lines.enumerated() {
                    let url = try #require(URL(string: String(line)))
                    #expect(url.path() == EventScene.path(number))
                    #expect(try await world.status(url) == 200)
                }
                #expect(world.backend.fetches(by: "ann") == 1)
                let unfinished = try await client.eventM3U8(
                    world.event(isFinished: false), tokens: store)
                #expect(!String(decoding: unfinished, as: UTF8.self).contains("ENDLIST"))
            }
        }

        @Test func `C4: a finished event ends for players of its URL, too`() async throws {
            try await EventScene.run { world in
                let client = try await world.scene.client()
                for isFinished in [true, false] {
                    let session = try await client.createEventSession(
                        world.event(isFinished: isFinished), tokens: world.store(of: "ann"))
                    let answer = try await world.scene.player.get(session.playbackUrl)
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(text.contains("#EXT-X-ENDLIST") == isFinished)
                    #expect(!text.contains("Authorization") && !text.contains("stale"))
                    await session.close()
                }
            }
        }

        @Test func `C2, C4: errors of origin and backend come as they are`() async throws {
            try await EventScene.run { world in
                let client = try await world.scene.client()
                let store = world.store(of: "ann")
                var event = try world.event()
                event.videoUrl = try #require(
                    URL(string: world.backend.url("/180-days/camera-1/none.m3u8")))
                await #expect(throws: EventError(code: .originStatus(404))) {
                    try await client.eventM3U8(event, tokens: store)
                }
                event.videoUrl = try #require(URL(string: world.backend.url(EventScene.path(0))))
                await #expect(throws: EventError.notAPlaylist) {
                    try await client.eventM3U8(event, tokens: store)
                }
                world.backend.expireAll()
                world.backend.giveExpired(true)
                do {
                    _ = try await client.eventM3U8(world.event(), tokens: store)
                    Issue.record("what was refused was read")
                } catch let error as EventError {
                    #expect(error.originStatus == 401)
                }
                #expect(world.backend.fetches(by: "ann") == 2)
                world.backend.setBroken(true)
                await #expect(throws: EventBackend.Unavailable.self) {
                    try await client.eventM3U8(world.event(), tokens: world.store(of: "ben"))
                }
                await client.close()
                await #expect(throws: P2PError.clientClosed) {
                    try await client.eventM3U8(world.event(), tokens: store)
                }
            }
        }
    }
}
