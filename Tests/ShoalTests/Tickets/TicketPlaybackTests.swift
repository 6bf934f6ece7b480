import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// A `PlayerSDK` on the engine, with real HTTP on all sides.
    @MainActor
    @Suite(.timeLimit(.minutes(1))) struct TicketPlaybackTests {
        private struct Failure: Error {}

        private static let text = [
            PlaybackTicket.Subtitle(language: "en", url: URL(filePath: "/a.vtt"))
        ]

        @Test func `Tickets B3: a ticket is resolved; the player gets URL, position and texts`()
            async throws
        {
            try await TicketWorld.run { world in
                world.play("one", at: 12.5)
                world.playback.addSubtitles([])
                world.playback.addSubtitles(Self.text)
                #expect(world.playback.currentTime == 12.5)
                try await world.loaded()
                #expect(world.player.loads.map(\.position) == [12.5])
                #expect(world.player.subtitles == [Self.text])
                #expect(try await world.watch() == 200)
                #expect(world.server.resolved == ["one"])
                #expect(world.errors.isEmpty)
            }
        }

        @Test func `Tickets B3: the application itself can say where a ticket leads`() async throws
        {
            try await Scene.run { scene in
                try await TicketServer.run { server in
                    let asked = Log<String>()
                    let url = try scene.url()
                    let world = try await TicketWorld(
                        scene, server,
                        resolver: .application { vid, token in
                            asked.append("\(vid) \(token)")
                            return TicketMedia(
                                url: url, credential: OriginCredential(queryToken: "t&"),
                                queryParameter: "sig", options: P2PPlaybackOptions(contentId: vid))
                        })
                    world.playback.play(vid: "one", playAuthToken: "secret", startAt: 0)
                    try await world.loaded()
                    #expect(try await world.watch() == 200)
                    #expect(asked.entries == ["one secret"])
                    #expect(scene.origin.requests.allSatisfy { $0.target.hasSuffix("?sig=t%26") })
                    await world.playback.close()
                }
            }
        }

        @Test func `Tickets B3: a candidate uploads nothing before it is played, and is kept`()
            async throws
        {
            try await TicketWorld.run { world in
                world.preload("one")
                let origin = world.scene.origin
                try await world.until { _ in origin.sent(TestVideo.path(0)) > 0 }
                let other = try await TicketWorld(world.scene, world.server)
                other.play("other")
                try await other.loaded()
                #expect(try await other.watch() == 200)
                world.play("one")
                try await world.loaded()
                let session = try #require(world.playback.session)
                #expect(await session.statistics().uploadedBytes == 0)
                #expect(world.server.resolved.filter { $0 == "one" }.count == 1)
                let asked = origin.requests(for: TestVideo.path(0)).count
                #expect(try await world.watch() == 200)
                #expect(origin.requests(for: TestVideo.path(0)).count == asked)
                await other.playback.close()
            }
        }

        @Test func `Tickets B3: what the origin refuses for good comes out at onError, once`()
            async throws
        {
            try await TicketWorld.run { world in
                world.play("one")
                let url = try await world.loaded()
                #expect(try await world.watch() == 200)
                world.server.expireTickets()
                #expect(try await world.watch() == 401)
                #expect(try await world.watch() == 401)
                try await world.until { !$0.errors.isEmpty }
                try await world.settle()
                #expect(world.errors == ["\(TicketError.refused)"])

                world.play("one", at: 71)
                #expect(try await world.loaded(2) != url)
                #expect(try await world.watch() == 200)
                #expect(world.errors.count == 1)
            }
        }

        @Test
        func `Tickets B3, Tickets B7: a credential that expired is replaced under the URL`()
            async throws
        {
            try await TicketWorld.run { world in
                world.play("one")
                try await world.loaded()
                for _ in 0..<3 {
                    #expect(try await world.watch() == 200)
                    world.server.expireCredentials()
                }
                #expect(try await world.watch() == 200)
                try await world.settle()
                #expect(world.errors.isEmpty && world.player.loads.count == 1)
                #expect(world.server.resolved.count == 4)
            }
        }

        @Test func `Tickets B3: where there is no session, that is an error as any other`()
            async throws
        {
            try await TicketWorld.run { world in
                world.playback.play(vid: "one", playAuthToken: "never given", startAt: 0)
                try await world.until { $0.errors.count == 1 }
                world.server.setMedia("file:///etc/passwd")
                world.play("one")
                try await world.until { $0.errors.count == 2 }
                #expect(
                    world.errors == [
                        "\(BackendError.unreadable)", "\(P2PError.unsupportedScheme)",
                    ])
                // One that was only prepared is nobody's concern.
                world.preload("two")
                try await world.until { $0.server.resolved.last == "two" }
                try await world.settle()
                #expect(world.errors.count == 2 && world.player.loads.isEmpty)
                await world.client.close()
                world.play("one")
                try await world.until { $0.errors.count == 3 }
            }
        }

        @Test func `Tickets B3: the position is what the player says of what it was told to load`()
            async throws
        {
            try await TicketWorld.run { world in
                world.play("one", at: 5)
                world.playback.updateCurrentTime(9)
                #expect(world.playback.currentTime == 5)
                try await world.loaded()
                for seconds in [9.25, -1, .nan, .infinity] {
                    world.playback.updateCurrentTime(seconds)
                }
                #expect(world.playback.currentTime == 9.25)
                world.playback.playerFailed(Failure())
                world.playback.playerFailed(Failure())
                #expect(world.errors == ["\(Failure())"])
                #expect(world.playback.currentTime == 9.25)
                world.play("two", at: -.infinity)
                world.playback.updateCurrentTime(10)
                #expect(world.playback.currentTime == 0)
            }
        }

        @Test func `Tickets B3: what is played no more is closed, and says nothing`() async throws {
            try await TicketWorld.run { world in
                world.play("one")
                let first = try await world.loaded()
                let session = try #require(world.playback.session)
                world.play("two")
                let second = try await world.loaded(2)
                try await world.until { _ in
                    await session.place.isOpen(session.session) == false
                }
                #expect(try await world.watch(first) == 404)
                #expect(try await world.watch(second) == 200)
                await world.playback.close()
                world.server.expireTickets()
                #expect(try await world.watch(second) == 404)
                world.play("three")
                world.preload("four")
                world.playback.playerFailed(Failure())
                world.playback.updateCurrentTime(3)
                try await world.settle()
                #expect(world.errors.isEmpty && world.player.loads.count == 2)
                #expect(world.playback.session == nil && world.server.resolved.count == 2)
            }
        }

        @Test func `a playback that nobody holds closes what it plays`() async throws {
            try await Scene.run { scene in
                try await TicketServer.run { server in
                    server.setMedia(scene.origin.url(TestVideo.master))
                    scene.origin.guardDoor { server.isGood($0) }
                    var world: TicketWorld? = try await TicketWorld(scene, server)
                    world?.play("one")
                    try await world?.loaded()
                    let session = try #require(world?.playback.session)
                    world = nil
                    while await session.place.isOpen(session.session) {
                        try Task.checkCancellation()
                        try await scene.player.loop.pass(.milliseconds(2))
                    }
                }
            }
        }
    }
}
