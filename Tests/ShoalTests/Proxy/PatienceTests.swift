import Testing

extension ShoalTests {
    /// What the origin fails to say at once is asked for again, as segments are.
    @Suite(.timeLimit(.minutes(1))) struct PatienceTests {
        private static let vod = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-KEY:METHOD=AES-128,URI="key"
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:2,
            s0.mp4
            #EXT-X-ENDLIST

            """

        @Test func `a playlist is asked for again when the connection breaks`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                switch request.number {
                case 0: nil
                case 1: Array(AnsweringOrigin.playlist(Self.vod).dropLast(20))
                default: AnsweringOrigin.playlist(Self.vod)
                }
            } _: { world in
                let answer = try await world.open()
                #expect(answer.status == 200)
                #expect(answer.text.hasSuffix("#EXT-X-ENDLIST\n"))
                #expect(world.origin.requests.count == 3)
            }
        }

        @Test func `a playlist is asked for again while the origin is overloaded`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.number < 2
                    ? AnsweringOrigin.answer("503 Busy", body: Array("busy".utf8))
                    : AnsweringOrigin.playlist(Self.vod)
            } _: { world in
                let answer = try await world.open()
                #expect(answer.status == 200)
            }
        }

        @Test(arguments: [("503 Busy", 503, 3), ("404 Gone", 404, 1), ("429 Slow", 429, 3)])
        func `an error that stays reaches the player as it is`(
            _ line: String, _ status: Int, _ attempts: Int
        ) async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { _ in
                AnsweringOrigin.answer(line, body: Array("sorry".utf8))
            } _: { world in
                let answer = try await world.open()
                #expect(answer.status == status && answer.text == "sorry")
                #expect(world.origin.requests.count == attempts)
            }
        }

        @Test func `keys and init segments are asked for again, too`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                switch (request.target, request.number) {
                case ("/a.m3u8", _): AnsweringOrigin.playlist(Self.vod)
                case ("/key", 0), ("/init.mp4", 0): nil
                case ("/init.mp4", 1): AnsweringOrigin.answer("500 Oops")
                default: AnsweringOrigin.answer(body: Array(request.target.utf8))
                }
            } _: { world in
                let playlist = try await world.open()
                for (tag, body) in [("#EXT-X-KEY", "/key"), ("#EXT-X-MAP", "/init.mp4")] {
                    let line = try #require(
                        playlist.text.split(separator: "\n").first { $0.hasPrefix(tag) })
                    let uri = String(line.split(separator: "\"")[1])
                    let answer = try await world.get(uri, of: playlist)
                    #expect(answer.status == 200 && answer.text == body)
                }
            }
        }
    }
}
