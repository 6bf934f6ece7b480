import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

extension ShoalTests {
    /// The backend's client over real HTTP.
    @Suite(.timeLimit(.minutes(1))) struct BackendTests {
        private static let session = "viewer-canary-1"

        private static func run(
            limit: Duration = BackendCall.limit,
            _ body: (TicketServer, Backend, P2PClient) async throws -> Void
        ) async throws {
            try await Scene.run { scene in
                try await TicketServer.run { server in
                    let client = try await scene.client()
                    try await body(
                        server,
                        Backend(baseURL: server.url("/"), client: client, limit: limit) {
                            session
                        }, client)
                }
            }
        }

        private static func play(_ backend: Backend) async throws -> PlaybackAnswer {
            guard let device = DeviceValues(unionInfo: "device-1", drmKek: "key/1+=") else {
                throw BackendError.unreadable
            }
            return try await backend.play(filmId: "film \"é\"", episodeNo: 7, device: device)
        }

        @Test func `a question is one POST, with the viewer's session and the device's values`()
            async throws
        {
            try await Self.run { server, backend, _ in
                server.say(.json(#"{"ok":false,"outcome":"locked"}"#))
                #expect(try await Self.play(backend) == .refused(.locked))
                let request = try #require(server.plays.first)
                #expect(server.plays.count == 1)
                #expect(request.line == "POST /v1/play HTTP/1.1")
                #expect(request.values("Authorization") == ["Bearer \(Self.session)"])
                #expect(request.values("Content-Type") == ["application/json"])
                #expect(
                    String(decoding: request.body, as: UTF8.self)
                        == #"{"drm_kek":"key/1+=","episode_no":7,"film_id":"film \"é\"""#
                        + #","union_info":"device-1"}"#)
            }
        }

        @Test(arguments: [
            "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z", "2026-01-31T12:00:00.25Z",
            "2026-01-31T14:00:00+02:00", "2026-01-31T12:00:00.123456789Z",
        ])
        func `dates have fractions of a second or not`(text: String) async throws {
            try await Self.run { server, backend, _ in
                server.say(.ticket(server.text(of: "a", expires: text)))
                guard case .ticket(let ticket, let next) = try await Self.play(backend) else {
                    Issue.record("no ticket")
                    return
                }
                let noon = Date(timeIntervalSince1970: 1_769_860_800)
                #expect((0..<0.5).contains(ticket.expires.timeIntervalSince(noon)))
                #expect(ticket.vid == "a" && ticket.playAuthToken == server.ticket("a"))
                #expect(ticket.subtitles.isEmpty && next.isEmpty)
            }
        }

        @Test func `subtitles and tickets for what may be next come with it`() async throws {
            try await Self.run { server, backend, _ in
                let current = server.text(
                    of: "a", subtitles: #"[{"language":"en","url":"https://t.example/a.vtt"}]"#)
                let next = #"[{"episode_no":8,"ticket":\#(server.text(of: "b"))}]"#
                server.say(.json(#"{"ok":true,"current":\#(current),"next":\#(next),"x":[1]}"#))
                guard case .ticket(let ticket, let others) = try await Self.play(backend) else {
                    Issue.record("no ticket")
                    return
                }
                let url = try #require(URL(string: "https://t.example/a.vtt"))
                #expect(ticket.subtitles == [.init(language: "en", url: url)])
                #expect(others.mapValues(\.vid) == [8: "b"])
            }
        }

        @Test(
            arguments: [
                (#"{"ok":false,"outcome":"locked"}"#, .locked),
                (#"{"ok":false,"outcome":"unavailable"}"#, .unavailable),
                (#"{"ok":false,"outcome":"not_ready","current":null}"#, .notReady),
                (#"{"ok":false,"outcome":"busy","next":[]}"#, .busy),
                (#"{"ok":false,"outcome":"broken"}"#, .broken),
                (#"{"ok":false,"outcome":"of a later version"}"#, .broken),
                (#"{"ok":false}"#, .broken), (#"{"ok":true}"#, .broken),
                (#"{"ok":true,"outcome":"busy"}"#, .busy),
            ] as [(String, PlaybackAnswer.Outcome)],
            ["200 OK", "402 Payment Required", "503 Service Unavailable"])
        func `the JSON decides, whatever the status`(
            answer: (String, PlaybackAnswer.Outcome), status: String
        ) async throws {
            try await Self.run { server, backend, _ in
                server.say(.json(answer.0, status: status))
                let said = try await Self.play(backend)
                #expect(said == .refused(answer.1))
            }
        }

        @Test(arguments: [
            "", "null", "[]", "{", "<html>busy</html>", #"{"ok":1}"#, #"{"ok":true,"current":{}}"#,
            #"{"ok":true,"current":{"vid":"a","play_auth_token":"b","expires_at":"soon"}}"#,
            #"{"ok":true,"current":{"vid":"a","play_auth_token":"b","expires_at":12}}"#,
            String(repeating: "[", count: 100_000),
        ])
        func `what cannot be read is an error, which does not repeat it`(text: String) async throws
        {
            try await Self.run { server, backend, _ in
                server.say(.json(text))
                await #expect(throws: BackendError.unreadable) { try await Self.play(backend) }
                server.say(.json(text, status: "500 Internal Server Error"))
                await #expect(throws: BackendError.unreadable) { try await Self.play(backend) }
            }
        }

        @Test func `an answer that is cut, or longer than any, is an error`() async throws {
            try await Self.run { server, backend, _ in
                server.say(.half(#"{"ok":false"#))
                await #expect(throws: BackendError.unreachable) { try await Self.play(backend) }
                let long = String(repeating: " ", count: 256 << 10)
                server.say(.json(#"{"ok":false}"# + long))
                await #expect(throws: BackendError.tooLong) { try await Self.play(backend) }
                #expect(server.plays.count == 2)
            }
        }

        @Test func `a redirect takes the viewer's session nowhere`() async throws {
            try await Self.run { server, backend, _ in
                try await TicketServer.run { other in
                    other.say(.json(#"{"ok":false,"outcome":"busy"}"#))
                    for target in [other, server] {
                        server.say(.redirect(to: try target.url("/v1/play").absoluteString))
                        await #expect(throws: BackendError.unreadable) {
                            try await Self.play(backend)
                        }
                    }
                    #expect(other.plays.isEmpty && server.plays.count == 2)
                }
            }
        }

        @Test func `a backend that says nothing is not waited for any longer than that`()
            async throws
        {
            try await Self.run(limit: .milliseconds(50)) { server, backend, _ in
                server.say(.silence)
                await #expect(throws: BackendError.timedOut) { try await Self.play(backend) }
                #expect(server.plays.count == 1)
            }
        }

        @Test func `who is cancelled, or closes the client, waits no longer`() async throws {
            try await Self.run { server, backend, client in
                server.say(.silence)
                let asking = Task { try await Self.play(backend) }
                while server.plays.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
                asking.cancel()
                await #expect(throws: BackendError.cancelled) { try await asking.value }
                let second = Task { try await Self.play(backend) }
                while server.plays.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
                await client.close()
                await #expect(throws: BackendError.clientClosed) { try await second.value }
                await #expect(throws: BackendError.clientClosed) { try await Self.play(backend) }
            }
        }

        @Test func `a place that cannot be asked is an error there and then`() async throws {
            try await Scene.run { scene in
                let client = try await scene.client()
                let file = try #require(URL(string: "file:///tmp"))
                #expect(throws: P2PError.unsupportedScheme) {
                    try Backend(baseURL: file, client: client) { "" }
                }
                let nobody = try #require(URL(string: "http://127.0.0.1:1/base"))
                let backend = try Backend(baseURL: nobody, client: client) { "" }
                await #expect(throws: BackendError.unreachable) { try await Self.play(backend) }
            }
        }
    }
}
