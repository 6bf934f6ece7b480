import EventLoop
import Foundation
import IOTestSupport
import Shoal
import TestSupport
import Testing

extension ShoalTests {
    /// A window of days is read bit by bit, and nobody waits for that but who asked for it.
    @Suite(.timeLimit(.minutes(1))) struct LongPlaylistTests {
        private static let window = 30_000

        private static func text(from first: Int) -> String {
            var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            for number in first..<first + window {
                text += "#EXTINF:2.000,\nvideo/segment\(1_000_000 + number).ts\n"
            }
            return text
        }

        private func check(_ answer: ReceivedAnswer, from first: Int, _ world: ProxyWorld)
            async throws
        {
            #expect(answer.status == 200)
            let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
            let uris = lines.filter { !$0.hasPrefix("#") }
            #expect(uris.count == Self.window)
            for index in [0, Self.window / 2, Self.window - 1] {
                let name = "segment\(1_000_000 + first + index).ts"
                #expect(uris[index].hasSuffix("/\(name)"))
                let url = try #require(
                    URL(string: String(uris[index]), relativeTo: world.session.playbackUrl))
                let segment = try await world.plain.get(url.absoluteURL)
                #expect(segment.body == Array("/video/\(name)".utf8))
            }
        }

        @Test func `two versions come one after the other, and others are answered before`()
            async throws
        {
            let texts = [Self.text(from: 0), Self.text(from: 1)]
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(request, playlist: texts[min(request.number, 1)])
            } _: { world in
                let url = world.session.playbackUrl
                let isDone = Locked(false)
                async let first = {
                    let answer = try await world.plain.get(url)
                    isDone.withLock { $0 = true }
                    return answer
                }()
                while world.origin.requests.isEmpty {
                    try await world.plain.loop.pass(.milliseconds(2))
                }
                // Another header that may matter, and so another request to the origin.
                async let second = world.plain.get(url, ["X-Own: 1"])
                while world.origin.requests.count < 2 {
                    try await world.plain.loop.pass(.milliseconds(2))
                }
                var answers = 0
                while isDone.withLock({ !$0 }) {
                    let missing = try await world.plain.get(url.appending(path: "none"))
                    #expect(missing.status == 404)
                    answers += 1
                }
                #expect(answers > 10, "the loop was busy until all was read")
                try await check(first, from: 0, world)
                try await check(second, from: 1, world)
                try await check(world.plain.get(url), from: 1, world)
            }
        }
    }
}
