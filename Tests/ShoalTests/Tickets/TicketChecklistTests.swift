import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// The checklist at the end of the document of ticketed playback, item by item.
    @MainActor
    @Suite(.timeLimit(.minutes(1))) struct TicketChecklistTests {
        private struct Failure: Error {}

        private static func answer(
            _ world: TicketWorld, _ name: String = "one"
        ) -> TicketServer.Answer {
            .ticket(world.server.text(of: name))
        }

        @Test func `the licence result is checked before device values are read`() async throws {
            try await TicketWorld.run { world in
                try await LicenceScene.run { licences in
                    let playback = try world.client.createTicketPlayback(
                        player: world.player, resolver: .server(world.server.url("/media"))
                    ) { try licences.starter.deviceValues() }
                    let backend = try Backend(
                        baseURL: world.server.url("/"), client: world.client
                    ) { "viewer-1" }
                    let controller = PlaybackController(sdk: playback, backend: backend)
                    var states: [PlaybackState] = []
                    controller.onState = { states.append($0) }
                    world.server.say(Self.answer(world))
                    let failed = PlaybackState.message(
                        "Couldn't load this episode", canRetry: false)

                    await controller.start(filmId: "film", episodeNo: 1)
                    let late = try licences.licence(expires: -100_000)
                    await #expect(throws: P2PStartError.self) { try await licences.start(late) }
                    await controller.start(filmId: "film", episodeNo: 1)
                    #expect(states == [.loading, failed, .loading, failed])
                    #expect(world.server.plays.isEmpty)

                    try await licences.start(licences.licence())
                    await controller.start(filmId: "film", episodeNo: 1)
                    #expect(states.suffix(2) == [.loading, .playing])
                    let values = try licences.starter.deviceValues()
                    let body = try #require(world.server.plays.first?.body)
                    #expect(
                        try JSONDecoder().decode(Sent.self, from: Data(body))
                            == Sent(union_info: values.unionInfo, drm_kek: values.drmKek))
                    await playback.close()
                }
            }
        }

        @Test func `device values are never nil, (null) or empty when sent`() async throws {
            for none in ["", "nil", "(null)"] {
                #expect(DeviceValues(unionInfo: none, drmKek: "key") == nil)
                #expect(DeviceValues(unionInfo: "device", drmKek: none) == nil)
            }
            try await TicketWorld.run { world in
                world.server.say(Self.answer(world))
                try await world.makeController().start(filmId: "film", episodeNo: 1)
                let body = try #require(world.server.plays.first?.body)
                let sent = try JSONDecoder().decode(Sent.self, from: Data(body))
                #expect(sent == Sent(union_info: "device-1", drm_kek: "key-1"))
            }
        }

        private struct Sent: Decodable, Equatable {
            let union_info: String
            let drm_kek: String
        }

        @Test func `what is built and what is sent holds no key of the ticket service`()
            async throws
        {
            let products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
            let program = try Data(contentsOf: products.appending(path: "example-tickets"))
            #expect(program.range(of: Data("v1/play".utf8)) != nil)
            // In two parts, or this file's own program would hold it.
            #expect(program.range(of: Data(("wnd_" + "live_").utf8)) == nil)
            try await TicketWorld.run { world in
                world.server.say(Self.answer(world))
                try await world.makeController().start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                // The viewer's own session, and nothing else that lets anybody in.
                #expect(world.server.plays.first?.values("Authorization") == ["Bearer viewer-1"])
                #expect(world.server.plays.first?.values("Cookie") == [])
            }
        }

        @Test func `Tickets B6: play_auth_token is kept in memory only`() async throws {
            // TicketSecrecyTests look everywhere; this says that nothing is left beside memory at all.
            try await TicketWorld.run { world in
                world.server.say(Self.answer(world))
                try await world.makeController().start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                #expect(try await world.watch() == 200)
                #expect(await world.client.storeUsage() == nil)
                let defaults = UserDefaults.standard.dictionaryRepresentation()
                #expect(!"\(defaults)".contains(TicketServer.canary))
            }
        }

        @Test func `Tickets B5: an SDK error leads to one fresh ticket and a resume, never a loop`()
            async throws
        {
            try await TicketWorld.run { world in
                world.server.say(Self.answer(world), Self.answer(world, "new"))
                let controller = try world.makeController()
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                world.playback.updateCurrentTime(33)
                for number in 1...4 {
                    world.playback.playerFailed(Failure())
                    if number == 1 { try await world.loaded(2) }
                    try await world.settle()
                }
                #expect(world.server.plays.count == 2)
                #expect(world.player.loads.map(\.position) == [0, 33])
                withExtendedLifetime(controller) {}
            }
        }

        @Test
        func `Tickets B5: after more than 29 minutes in the background the ticket is replaced`()
            async throws
        {
            try await TicketWorld.run { world in
                let expiry = world.expiry(minutes: 30)
                world.server.say(
                    .ticket(world.server.text(of: "one", expires: expiry)),
                    Self.answer(world, "new"))
                let controller = try world.makeController()
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                world.now += 29 * 60 + 1
                await controller.willEnterForeground()
                try await world.loaded(2)
                #expect(world.server.plays.count == 2)
            }
        }

        @Test(arguments: ["", #","subtitles":null"#, #","subtitles":[]"#])
        func `Tickets B5: an episode without subtitles plays without an error`(subtitles: String)
            async throws
        {
            try await TicketWorld.run { world in
                let ticket = world.server.text(of: "one").dropLast().appending(subtitles + "}")
                world.server.say(.ticket(ticket))
                let controller = try world.makeController()
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                #expect(try await world.watch() == 200)
                #expect(world.states == [.loading, .playing])
                #expect(world.player.subtitles.isEmpty)
            }
        }
    }
}
