import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// A player that follows a content steering server leads to the same places through us as directly.
    @Suite(.timeLimit(.minutes(1))) struct SteeringTests {
        private static let master = """
            #EXTM3U
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer?s=1",PATHWAY-ID="A"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",STABLE-RENDITION-ID="r",URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",STABLE-VARIANT-ID="v",PATHWAY-ID="A"
            v.m3u8?t=1
            #EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="a",STABLE-VARIANT-ID="w",PATHWAY-ID="A"
            w.m3u8

            """
        private static let steering = """
            {"VERSION":1,"TTL":300,"RELOAD-URI":"steer2","PATHWAY-PRIORITY":["C","B","A"],
             "PATHWAY-CLONES":[
              {"BASE-ID":"A","ID":"B","URI-REPLACEMENT":{"HOST":"localhost","PARAMS":{"t":"b"},
               "PER-VARIANT-URIS":{"w":"http://localhost:PORT/other/w.m3u8"}}},
              {"BASE-ID":"B","ID":"C","URI-REPLACEMENT":{"PARAMS":{"u":"c"}}}]}
            """

        private struct Steering: Decodable {
            struct Clone: Decodable {
                struct Replacement: Decodable {
                    let HOST: String?
                    let PARAMS: [String: String]?
                    let perVariant: [String: String]?

                    private enum CodingKeys: String, CodingKey {
                        case HOST, PARAMS
                        case perVariant = "PER-VARIANT-URIS"
                    }
                }

                let ID: String
                let replacement: Replacement

                private enum CodingKeys: String, CodingKey {
                    case ID
                    case replacement = "URI-REPLACEMENT"
                }

                /// As hls.js makes the URL of a clone.
                func url(of base: URL, id: String) throws -> URL {
                    let given = replacement.perVariant?[id].flatMap { URL(string: $0) }
                    var parts = try #require(
                        URLComponents(url: given ?? base, resolvingAgainstBaseURL: true))
                    if let host = replacement.HOST, given == nil { parts.host = host }
                    for (name, value) in replacement.PARAMS?.sorted(by: { $0.key < $1.key }) ?? [] {
                        var items = parts.queryItems ?? []
                        let item = URLQueryItem(name: name, value: value)
                        if let index = items.firstIndex(where: { $0.name == name }) {
                            items[index] = item
                        } else {
                            items.append(item)
                        }
                        parts.queryItems = items
                    }
                    return try #require(parts.url)
                }
            }

            let reload: String
            let clones: [Clone]

            private enum CodingKeys: String, CodingKey {
                case reload = "RELOAD-URI"
                case clones = "PATHWAY-CLONES"
            }
        }

        private static func answer(_ request: AnsweringOrigin.Request) -> [UInt8] {
            let path = request.target.prefix { $0 != "?" }
            let port = request.values("Host").first?.split(separator: ":").last ?? ""
            return switch path {
            case "/x/master.m3u8": AnsweringOrigin.playlist(master)
            case "/steer", "/steer2":
                AnsweringOrigin.answer(
                    headers: ["Content-Type: application/json"],
                    body: Array(steering.replacing("PORT", with: port).utf8))
            case _ where path.hasSuffix(".m3u8"): AnsweringOrigin.playlist(RuleMedia.live(to: 9))
            case _: AnsweringOrigin.answer(body: Array(path.utf8))
            }
        }

        /// Where the last request went.
        private func last(_ world: ProxyWorld) -> String {
            let last = world.origin.requests.last
            let host = last?.values("Host").first?.prefix { $0 != ":" } ?? ""
            return "\(host)\(last?.target ?? "")"
        }

        private func steering(at url: URL, _ world: ProxyWorld) async throws -> Steering {
            let answer = try await world.get(url)
            #expect(answer.status == 200)
            return try JSONDecoder().decode(Steering.self, from: Data(answer.body))
        }

        /// What a player of both ways asks for, by variant and clone.
        private func places(
            _ world: ProxyWorld, master: URL,
            _ body: (URL, String) async throws -> Void = { _, _ in }
        ) async throws -> [String] {
            let playlist = try await world.get(master)
            let server = try #require(
                playlist.text.split(separator: "SERVER-URI=\"").last?.split(separator: "\"").first)
            let query = (server.contains("?") ? "&" : "?") + "_HLS_pathway=%22A%22"
            let url = try #require(URL(string: server + query, relativeTo: playlist.url))
            let first = try await steering(at: url.absoluteURL, world)
            var places = [last(world)]
            let next = try #require(URL(string: first.reload, relativeTo: url.absoluteURL))
            let steering = try await steering(at: next.absoluteURL, world)
            places.append(last(world))
            for (uri, id) in zip(playlist.uris, ["v", "w"]) {
                var variant = try #require(URL(string: uri, relativeTo: playlist.url)).absoluteURL
                for clone in steering.clones {
                    variant = try clone.url(of: variant, id: id)
                    let media = try await world.get(variant)
                    #expect(media.status == 200)
                    places.append(last(world))
                    let segment = try #require(URL(string: media.uris[1], relativeTo: media.url))
                    let bytes = try await world.get(segment.absoluteURL)
                    #expect(bytes.text.hasSuffix("/s8.mp4"))
                    places.append(last(world))
                    try await body(variant, clone.ID)
                }
            }
            return places
        }

        @Test func `each clone of each variant leads to where it would`() async throws {
            try await ProxyWorld.run(root: "/x/master.m3u8") {
                Self.answer($0)
            } _: { world in
                let direct = try await places(
                    world,
                    master: try #require(
                        URL(string: "http://127.0.0.1:\(world.origin.port)/x/master.m3u8")))
                let through = try await places(world, master: world.session.playbackUrl) { url, _ in
                    #expect(url.port == world.session.playbackUrl.port, "\(url) is elsewhere")
                    #expect(url.host() == "127.0.0.1")
                }
                #expect(direct.count == 10 && direct[2].hasPrefix("localhost/x/v.m3u8?t=b"))
                #expect(direct.contains("localhost/other/w.m3u8?t=b&u=c"))
                #expect(through == direct)
            }
        }

        @Test func `a manifest in the playlist itself leads through us, too`() async throws {
            let manifest =
                #"{"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"B","URI-REPLACEMENT":"#
                + #"{"HOST":"localhost"}}],"RELOAD-URI":"http://localhost:1/s"}"#
            let data = "data:application/json;base64,\(Data(manifest.utf8).base64EncodedString())"
            let master = Self.master.replacing("/steer?s=1", with: data)
            try await ProxyWorld.run(root: "/x/master.m3u8") { request in
                request.target == "/x/master.m3u8"
                    ? AnsweringOrigin.playlist(master) : Self.answer(request)
            } _: { world in
                let playlist = try await world.open()
                let server = try #require(
                    playlist.text.split(separator: "SERVER-URI=\"").last?.split(separator: "\"")
                        .first)
                let url = try #require(URL(string: String(server), relativeTo: playlist.url))
                let given = try await steering(at: url.absoluteURL, world)
                #expect(given.reload.hasPrefix("/s/"))
                let variant = try #require(URL(string: playlist.uris[0], relativeTo: playlist.url))
                let clone = try #require(given.clones.first).url(of: variant.absoluteURL, id: "v")
                #expect(try await world.get(clone).status == 200)
                #expect(last(world) == "localhost/x/v.m3u8?t=1")
            }
        }

        @Test func `what a steering server says else is passed on as it is`() async throws {
            try await ProxyWorld.run(root: "/x/master.m3u8") { request in
                request.target.hasPrefix("/steer")
                    ? AnsweringOrigin.answer(
                        "410 Gone", headers: ["Content-Type: text/plain", "Retry-After: 9"],
                        body: Array("no more".utf8)) : Self.answer(request)
            } _: { world in
                let playlist = try await world.open()
                let server = try #require(
                    playlist.text.split(separator: "SERVER-URI=\"").last?.split(separator: "\"")
                        .first)
                let url = try #require(URL(string: String(server), relativeTo: playlist.url))
                let answer = try await world.plain.get(url.absoluteURL)
                #expect(answer.status == 410 && answer.body == Array("no more".utf8))
                #expect(answer.header("Retry-After") == "9")
                #expect(last(world) == "127.0.0.1/steer?s=1")
            }
        }
    }
}
