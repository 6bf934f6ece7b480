import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// An origin that wants to see a token, and refuses those that have expired.
    @Suite(.timeLimit(.minutes(1))) struct OriginCredentialTests {
        private static func stale(_ viewer: String) -> String {
            "\(TestVideo.master)?\(TokenOffice.parameter)=stale-\(viewer)"
        }

        private static func run(
            video: TestVideo = TestVideo(segments: 4, length: 100_000),
            _ body: (Scene, TokenOffice) async throws -> Void
        ) async throws {
            try await Scene.run(video: video) { scene in
                let office = TokenOffice()
                scene.origin.guardDoor { office.isGood($0) }
                try await body(scene, office)
            }
        }

        @Test
        func `Tickets B7: tokens expire while two viewers play; both notice nothing, and share`()
            async throws
        {
            try await Self.run(video: TestVideo(segments: 12, length: 40_000)) { scene, office in
                func session(of viewer: String) async throws -> PlaybackSession {
                    try await scene.session(
                        Self.stale(viewer),
                        P2PPlaybackOptions(originCredentials: office.credentials(of: viewer)))
                }
                func play(_ session: PlaybackSession, as viewer: String) async throws {
                    let urls = try await scene.player.segments(of: session.playbackUrl)
                    for (number, expected) in scene.video.segments.enumerated() {
                        if number.isMultiple(of: 4) { office.expireAll() }
                        let answer = try await scene.player.get(urls[number])
                        #expect(answer.status == 200 && answer.body == expected)
                        // It needs the origin, whoever gives the segments.
                        #expect(try await scene.player.uris(in: session.playbackUrl).count == 1)
                    }
                    // One more for each of the three times that all tokens expired.
                    #expect(
                        office.asked(by: viewer) == [.first] + Array(repeating: .refused, count: 3))
                }
                let one = try await session(of: "one")
                try await play(one, as: "one")
                let two = try await session(of: "two")
                try await scene.player.until(two) { $0.peers == 1 }
                two.updateCurrentPositionMs(0)
                two.updateBufferedDurationMs(10_000)
                try await play(two, as: "two")
                #expect(await two.statistics().peerBytes >= scene.video.byteCount * 97 / 100)
                let sent = scene.video.segments.indices.map {
                    scene.origin.sent(TestVideo.path($0))
                }
                #expect(sent.reduce(0, +) <= scene.video.byteCount * 103 / 100)
            }
        }

        @Test func `Tickets B7: where the end is known, no request is refused`() async throws {
            try await Self.run { scene, office in
                let session = try await scene.session(
                    TestVideo.master,
                    P2PPlaybackOptions(
                        originCredentials: office.credentials(of: "one", expires: Date())))
                #expect(try await scene.player.uris(in: session.playbackUrl).count == 1)
                #expect(try await scene.player.uris(in: session.playbackUrl).count == 1)
                #expect(office.asked(by: "one").prefix(2) == [.first, .expired])
                #expect(scene.origin.requests.allSatisfy { office.isGood($0) })
            }
        }

        @Test func `every kind of request shows it, and what the player gets does not`()
            async throws
        {
            try await Self.run { scene, office in
                let head = """
                    #EXTM3U
                    #EXT-X-TARGETDURATION:2
                    #EXT-X-MAP:URI="init.mp4?\(TokenOffice.parameter)=stale"
                    #EXT-X-KEY:METHOD=AES-128,URI="key.bin"
                    #EXTINF:2,
                    s0.ts?\(TokenOffice.parameter)=stale&keep=1
                    #EXT-X-ENDLIST

                    """
                scene.origin.put(TestVideo.playlist, Array(head.utf8))
                scene.origin.put("/show/v/init.mp4", Array("init".utf8))
                scene.origin.put("/show/v/key.bin", Array("0123456789abcdef".utf8))
                scene.origin.put("/film.mp4", [UInt8](repeating: 7, count: 300_000))
                let options = P2PPlaybackOptions(
                    originCredentials: office.credentials(of: "one"))
                let session = try await scene.session(TestVideo.master, options)
                let master = try await scene.player.get(session.playbackUrl)
                let variant = try #require(
                    try await scene.player.uris(in: session.playbackUrl).first)
                let playlist = try await scene.player.get(variant)
                let text = String(decoding: playlist.body + master.body, as: UTF8.self)
                #expect(!text.contains(office.canary) && !text.contains(TokenOffice.parameter))
                let named = text.matches(of: #/URI="([^"]+)"/#)
                    .compactMap { URL(string: String($0.1), relativeTo: variant)?.absoluteURL }
                #expect(named.count == 2)
                for url in named + (try await scene.player.uris(in: variant)) {
                    #expect(try await scene.player.get(url).status == 200)
                }
                let film = try await scene.session("/film.mp4", options)
                #expect(try await scene.player.get(film.playbackUrl).body.count == 300_000)
                for path in [
                    TestVideo.master, TestVideo.playlist, "/show/v/init.mp4", "/show/v/key.bin",
                    TestVideo.path(0), "/film.mp4",
                ] {
                    let requests = scene.origin.requests(for: path)
                    #expect(!requests.isEmpty, "\(path)")
                    #expect(requests.allSatisfy { office.isGood($0) }, "\(path)")
                }
                #expect(
                    scene.origin.requests(for: TestVideo.path(0)).allSatisfy {
                        $0.target.contains("keep=1&")
                    })
            }
        }

        @Test func `another host gets none, by redirect or by playlist`() async throws {
            try await Self.run { scene, office in
                try await MediaOrigin.run(scene.video.files) { other in
                    scene.origin.treat(
                        TestVideo.path(0), as: .redirect(to: other.url(TestVideo.path(0))))
                    let text = scene.video.text.replacing(
                        "s1.ts", with: other.url(TestVideo.path(1)))
                    scene.origin.put(TestVideo.playlist, Array(text.utf8))
                    let session = try await scene.session(
                        TestVideo.master,
                        P2PPlaybackOptions(originCredentials: office.credentials(of: "one")))
                    #expect(try await scene.player.play(session) == scene.video.segments)
                    #expect(other.requests.count == 2)
                    #expect(!other.requests.contains { $0.head.contains(office.canary) })
                    #expect(!other.requests.contains { $0.head.contains("X-Ticket") })
                }
            }
        }

        @Test(arguments: [true, false])
        func `what the origin says to a fresh token goes through, word for word`(isFixed: Bool)
            async throws
        {
            try await Self.run { scene, office in
                scene.origin.guardDoor { _ in false }
                let session = try await scene.session(
                    TestVideo.master,
                    P2PPlaybackOptions(
                        originCredentials: isFixed
                            ? .queryToken(office.canary, parameter: "t")
                            : office.credentials(of: "one")))
                let answer = try await scene.player.get(session.playbackUrl)
                #expect(answer.status == 401)
                #expect(String(decoding: answer.body, as: UTF8.self) == MediaOrigin.refusal)
                #expect(office.asked(by: "one") == (isFixed ? [] : [.first, .refused]))
                #expect(scene.origin.requests.count == (isFixed ? 1 : 2))
            }
        }

        @Test func `a provider that fails leaves the word to the origin`() async throws {
            struct NoBackend: Error {}
            try await Self.run { scene, _ in
                let session = try await scene.session(
                    TestVideo.master,
                    P2PPlaybackOptions(originCredentials: .provided { _ in throw NoBackend() }))
                #expect(try await scene.player.get(session.playbackUrl).status == 401)
            }
        }

        @Test func `closing the session takes back what was asked`() async throws {
            let asked = Mailbox<Bool>()
            let ended = Mailbox<Bool>()
            try await Self.run { scene, _ in
                let session = try await scene.session(
                    TestVideo.master,
                    P2PPlaybackOptions(
                        originCredentials: .provided { _ in
                            asked.send(true)
                            defer { ended.send(Task.isCancelled) }
                            try await Task.sleep(for: .seconds(600))
                            return OriginCredential(headers: [:])
                        }))
                async let answer = scene.player.get(session.playbackUrl)
                _ = try await asked.next()
                await session.close()
                #expect(try await ended.next())
                _ = try? await answer
            }
        }

        @Test func `no description shows what a credential holds`() {
            let credential = OriginCredential(
                queryToken: "canary-q", headers: ["X-Token": "canary-h"])
            let texts = ["\(credential)", String(reflecting: credential), "\([credential])"]
            var dumped = ""
            dump(
                P2PPlaybackOptions(originCredentials: .queryToken("canary-f", parameter: "t")),
                to: &dumped)
            for text in texts + [dumped] { #expect(!text.contains("canary"), "\(text)") }
        }
    }
}
