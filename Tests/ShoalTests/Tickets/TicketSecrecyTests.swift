import CPlaintextRecord
import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// Looks for tickets wherever they must not be, after two viewers have played and shared with them.
    @MainActor
    @Suite(.serialized, .timeLimit(.minutes(1))) struct TicketSecrecyTests {
        private static func isHeldByPlaintext(_ bytes: [UInt8]) -> Bool {
            unsafe bytes.withUnsafeBytes { unsafe plaintext_holds($0.baseAddress, $0.count) } != 0
        }

        private static func text(of value: some Any) -> String {
            var text = "\(value) " + String(reflecting: value)
            dump(value, to: &text, maxDepth: 8)
            return text
        }

        /// What is in the files below it that holds the text; and how many files there are.
        private static func search(_ folder: URL, for text: String) throws -> ([URL], Int) {
            let files = try #require(
                FileManager.default.enumerator(
                    at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
            var (found, count): ([URL], Int) = ([], 0)
            while let file = files.nextObject() as? URL {
                guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
                else { continue }
                count += 1
                if try Data(contentsOf: file).range(of: Data(text.utf8)) != nil {
                    found.append(file)
                }
            }
            return (found, count)
        }

        @Test
        func `Tickets B6: files, peers, tracker, origin, events, errors and dumps hold none`()
            async throws
        {
            let folder = URL(filePath: NSTemporaryDirectory() + "shoal-tickets-\(UUID())")
            defer {
                do {
                    try FileManager.default.removeItem(at: folder)
                } catch {
                    Issue.record(error)
                }
            }
            plaintext_begin()
            defer { plaintext_end() }
            try await TicketWorld.run { other in
                let client = try await other.scene.client(
                    P2PConfiguration(
                        peerInterface: .loopback, store: P2PStoreOptions(folder: folder)))
                let heard = Log<String>()
                let stream = client.eventStream()
                let listening = Task { for await event in stream { heard.append("\(event)") } }
                let world = try await TicketWorld(other.scene, other.server, client: client)
                let next = #"[{"episode_no":2,"ticket":\#(world.server.text(of: "two"))}]"#
                let answer =
                    #"{"ok":true,"current":\#(world.server.text(of: "one")),"next":\#(next)}"#
                world.server.say(.json(answer))
                let controller = try world.makeController()
                await controller.start(filmId: "film", episodeNo: 1)
                try await world.loaded()
                #expect(try await world.watch() == 200)

                other.play("other")
                try await other.loaded()
                let session = try #require(other.playback.session)
                try await world.scene.player.until(session) { $0.peers >= 1 }
                #expect(try await other.watch() == 200)
                #expect(await session.statistics().peerBytes > 0)

                var said = [Self.text(of: controller), Self.text(of: world.playback)]
                // What the backend cannot be understood to say, and what expires, is told of, too.
                world.server.say(.json(answer + "?"))
                await controller.start(filmId: "film", episodeNo: 3)
                world.server.expireTickets()
                #expect(try await other.watch() == 401)
                try await other.until { $0.errors.count == 1 }
                other.playback.play(
                    vid: "gone", playAuthToken: TicketServer.canary + "-gone", startAt: 0)
                try await other.until { $0.errors.count == 2 }
                said += other.errors + world.states.map { Self.text(of: $0) }
                said += [Self.text(of: controller), Self.text(of: world.playback)]
                await world.playback.close()
                await client.close()
                await listening.value
                said += heard.entries

                // It was there to be found, and so was everything else.
                #expect(answer.contains(TicketServer.canary))
                #expect(world.server.resolved.count >= 3 && !heard.entries.isEmpty)
                #expect(Self.isHeldByPlaintext(Array(world.scene.video.segments[0].prefix(1_000))))
                #expect(!Self.isHeldByPlaintext(Array(TicketServer.canary.utf8)))
                for text in said { #expect(!text.contains(TicketServer.canary), "\(text)") }
                let requests = world.scene.origin.requests
                #expect(requests.allSatisfy { !$0.head.contains(TicketServer.canary) })
                let (found, count) = try Self.search(folder, for: TicketServer.canary)
                #expect(found.isEmpty && count > 0)
            }
        }

        @Test func `Tickets B6: nothing that holds a ticket shows it`() throws {
            let ticket = PlaybackTicket(
                vid: "one", playAuthToken: TicketServer.canary, expires: Date())
            let inner = TicketSessions.Ticket(vid: "one", token: TicketServer.canary)
            var sessions = TicketSessions()
            let actions = sessions.play(inner, at: 0) + sessions.preload(inner)
            var machine = TicketMachine()
            let asked = machine.start(
                TicketMachine.Episode(film: "film", number: 1), hasDevice: true, at: Date())
            let answered = machine.answered(
                1, .ticket(ticket, next: [2: ticket, 3: ticket]))
            let media = TicketMedia(
                url: URL(filePath: "/\(TicketServer.canary)"),
                credential: OriginCredential(queryToken: TicketServer.canary))
            let texts = [
                Self.text(of: ticket), Self.text(of: inner), Self.text(of: sessions),
                Self.text(of: actions), Self.text(of: machine), Self.text(of: asked + answered),
                Self.text(of: media),
                Self.text(of: PlaybackAnswer.ticket(ticket, next: [2: ticket])),
            ]
            #expect(answered.count > 2 && actions.count > 1)
            for text in texts { #expect(!text.contains(TicketServer.canary), "\(text)") }
        }
    }
}
