import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// Controller, backend, resolver, engine and origin together, over HTTP: what the screen shows.
    @MainActor
    @Suite(.timeLimit(.minutes(1))) struct TicketFlowTests {
        private nonisolated static let slow = PlaybackState.message(
            "Taking longer than usual", canRetry: true)
        private nonisolated static let notLoaded = PlaybackState.message(
            "Couldn't load this episode", canRetry: true)

        @Test(
            arguments: [
                ("locked", "402 Payment Required", .paywall),
                (
                    "unavailable", "410 Gone",
                    .message("This title is no longer available", canRetry: false)
                ),
                ("not_ready", "404 Not Found", .message("Not available yet", canRetry: false)),
                (
                    "busy", "503 Service Unavailable",
                    .message("Busy, try again in a moment", canRetry: true)
                ),
                ("broken", "500 Internal Server Error", notLoaded),
                ("unheard", "200 OK", notLoaded),
            ] as [(String, String, PlaybackState)])
        func `Tickets B4: what the backend refuses is shown, and nothing is played`(
            outcome: String, status: String, screen: PlaybackState
        ) async throws {
            try await TicketWorld.run { world in
                world.server.say(.json(#"{"ok":false,"outcome":"\#(outcome)"}"#, status: status))
                let controller = try world.makeController()
                await controller.start(filmId: "film", episodeNo: 1)
                #expect(world.states == [.loading, screen])
                try await world.settle()
                #expect(world.server.plays.count == 1)
                #expect(world.server.resolved.isEmpty && world.player.loads.isEmpty)
            }
        }

        @Test(
            arguments: [
                .silence, .half(#"{"ok":true"#),
                .json("<html>502</html>", status: "502 Bad Gateway"),
                .json(#"{"ok":true,"current":{"vid":1}}"#),
            ] as [TicketServer.Answer])
        func `Tickets B4: a backend that is slow, or makes no sense, is said to take long`(
            answer: TicketServer.Answer
        ) async throws {
            try await TicketWorld.run { world in
                world.server.say(answer)
                // The fifteen seconds themselves are BackendCall's, in virtual time.
                let controller = try world.makeController(limit: .milliseconds(500))
                await controller.start(filmId: "film", episodeNo: 1)
                #expect(world.states == [.loading, Self.slow])
                #expect(world.server.plays.count == 1)
                // The viewer tries again.
                world.server.say(.ticket(world.server.text(of: "one")))
                await controller.start(filmId: "film", episodeNo: 1)
                #expect(world.states.suffix(2) == [.loading, .playing])
                try await world.loaded()
                #expect(try await world.watch() == 200)
            }
        }

        @Test
        func `Tickets B4: a prefetched ticket plays at once, as it was preloaded, and is counted`()
            async throws
        {
            try await TicketWorld.run { world in
                let next = #"[{"episode_no":2,"ticket":\#(world.server.text(of: "two"))}]"#
                world.server.say(
                    .ticket(world.server.text(of: "one"), more: #","next":\#(next)"#),
                    .silence)
                let controller = try world.makeController(limit: .milliseconds(500))
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.until { $0.server.resolved.contains("two") }
                try await world.loaded()
                let starting = Task { await controller.start(filmId: "film", episodeNo: 2) }
                // Before the backend has said anything, and it says nothing at all.
                try await world.loaded(2)
                #expect(world.states.suffix(2) == [.loading, .playing])
                #expect(try await world.watch() == 200)
                await starting.value
                #expect(world.server.plays.count == 2)
                #expect(world.states == [.loading, .playing, .loading, .playing])
                #expect(world.server.resolved.filter { $0 == "two" }.count == 1)
            }
        }

        @Test(arguments: ["", #","next":null"#, #","next":[]"#])
        func `Tickets B4: a prefetch that is missing is no error`(next: String) async throws {
            try await TicketWorld.run { world in
                world.server.say(
                    .ticket(world.server.text(of: "one"), more: next))
                let controller = try world.makeController()
                for episode in 1...2 {
                    await controller.start(filmId: "film", episodeNo: episode)
                    try await world.loaded(episode)
                }
                #expect(world.states == [.loading, .playing, .loading, .playing])
                #expect(try await world.watch() == 200)
            }
        }

        @Test
        func `Tickets B5: an expired ticket costs one fresh one, at the same position`()
            async throws
        {
            try await TicketWorld.run { world in
                let controller = try world.makeController()
                world.server.say(.ticket(world.server.text(of: "one")))
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                #expect(try await world.watch() == 200)
                world.playback.updateCurrentTime(71.5)

                world.server.expireTickets()
                world.server.say(.ticket(world.server.text(of: "new")))
                #expect(try await world.watch() == 401)
                try await world.loaded(2)
                #expect(world.player.loads.map(\.position) == [0, 71.5])
                #expect(world.states == [.loading, .playing, .playing])
                #expect(try await world.watch() == 200)

                world.server.expireTickets()
                for _ in 0..<3 { #expect(try await world.watch() == 401) }
                try await world.until { $0.states.last == Self.notLoaded }
                try await world.settle()
                #expect(world.server.plays.count == 2 && world.player.loads.count == 2)
                #expect(world.states == [.loading, .playing, .playing, Self.notLoaded])
            }
        }

        @Test(arguments: [(28.0, 1), (30.0, 2)])
        func `Tickets B5: after half an hour in the background the ticket is replaced first`(
            minutes: Double, asked: Int
        ) async throws {
            try await TicketWorld.run { world in
                let controller = try world.makeController()
                @MainActor func say(_ name: String) {
                    let expiry = world.expiry(minutes: 30)
                    world.server.say(
                        .ticket(world.server.text(of: name, expires: expiry)))
                }
                say("one")
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                world.playback.updateCurrentTime(42)
                world.now += minutes * 60
                if asked == 2 { world.server.expireTickets() }
                say("new")
                await controller.willEnterForeground()
                try await world.loaded(asked)
                #expect(world.server.plays.count == asked)
                #expect(world.player.loads.map(\.position) == Array([0.0, 42.0].prefix(asked)))
                #expect(try await world.watch() == 200)
                #expect(!world.states.contains(Self.notLoaded))
            }
        }
    }
}
