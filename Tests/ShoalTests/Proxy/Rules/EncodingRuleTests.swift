import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R8, R9: an origin that encodes unasked is decoded, and what describes the encoded form goes.
    @Suite(.timeLimit(.minutes(1))) struct EncodingRuleTests {
        struct Encoding: Sendable, CustomTestStringConvertible {
            let name: String
            let playlist: String
            let media: String
            var testDescription: String { name }
        }

        private static let playlist =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ns0.ts\n#EXT-X-ENDLIST\n"
        private static let media = "media media media media"
        private static let encodings = [
            Encoding(
                name: "gzip",
                playlist: "H4sIAAAAAAACA1N2jQjxNQ7lUgbSuhG6IY5B7q4hLqFBjiGe/n5WRmBxTz83KyMdrmIDv"
                    + "ZJimEJXPxcfz+AQLgBwZWBzQAAAAA==",
                media: "H4sIAAAAAAACA8tNTclMVMhFJwFk6xlHFwAAAA=="),
            Encoding(
                name: "br",
                playlist: "ix+AI0VYVE0zVQojRVhULVgtVEFSR0VURFVSQVRJT046MgojRVhUSU5GOjIsCnMwLnRzCi"
                    + "NFWFQtWC1FTkRMSVNUCgM=",
                media: "GxYA+CVAahBl6gAKPA=="),
        ]

        private func run(
            _ encoding: Encoding, _ body: (ProxyWorld) async throws -> Void
        ) async throws {
            let playlist = Array(try #require(Data(base64Encoded: encoding.playlist)))
            let media = Array(try #require(Data(base64Encoded: encoding.media)))
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                AnsweringOrigin.answer(
                    headers: [
                        "Content-Encoding: \(encoding.name)", "Content-MD5: of-the-encoded-form",
                        "ETag: \"encoded\"", "Accept-Ranges: bytes",
                    ],
                    body: request.target == "/a.m3u8" ? playlist : media)
            } _: { world in
                try await body(world)
            }
        }

        @Test(arguments: encodings)
        func `R8, B20, B21: an encoded playlist arrives decoded and whole`(
            _ encoding: Encoding
        ) async throws {
            try await run(encoding) { world in
                let answer = try await world.plain.get(world.session.playbackUrl)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(text.hasPrefix("#EXTM3U\n") && text.hasSuffix("#EXT-X-ENDLIST\n"))
                #expect(answer.header("Content-Length") == "\(answer.body.count)")
                for name in ["Content-Encoding", "Content-MD5", "Accept-Ranges"] {
                    #expect(answer.header(name) == nil, "\(name)")
                }
                #expect(answer.header("ETag") != "\"encoded\"")
            }
        }

        @Test(arguments: encodings)
        func `R8, R9: an encoded segment arrives decoded, from the engine and past it`(
            _ encoding: Encoding
        ) async throws {
            try await run(encoding) { world in
                let segment = try await world.uris()[0]
                let fetched = try await world.plain.get(segment)
                #expect(String(decoding: fetched.body, as: UTF8.self) == Self.media)
                let held = try await world.plain.get(segment)
                #expect(held.body == fetched.body)
                #expect(held.header("Content-Length") == "\(held.body.count)")
                for answer in [fetched, held] {
                    #expect(answer.header("Content-Encoding") == nil)
                }
            }
        }

        @Test(arguments: encodings)
        func `R8: HEAD does not tell the encoded length of a decoded body`(
            _ encoding: Encoding
        ) async throws {
            try await run(encoding) { world in
                let head = try await world.plain.get(try await world.uris()[0], method: "HEAD")
                #expect(head.status == 200)
                #expect(head.header("Content-Encoding") == nil)
                #expect(head.header("Content-Length") == nil)
            }
        }

        @Test func `R9: the origin is asked for the plain form, whatever the player takes`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") {
                RuleMedia.answer($0, playlist: RuleMedia.vod)
            } _: { world in
                let takes = ["Accept-Encoding: gzip, deflate, br, zstd"]
                _ = try await world.plain.get(world.session.playbackUrl, takes)
                for url in try await world.uris() { _ = try await world.plain.get(url, takes) }
                let map = try await world.uri(of: "EXT-X-MAP")
                _ = try await world.plain.get(map, takes + ["Range: bytes=0-"])
                let asked = Set(world.origin.requests.map { $0.values("Accept-Encoding") })
                #expect(asked == [["identity"]])
            }
        }
    }
}
