import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Testing

/// Plays a low-latency channel as hls.js does: each part as soon as a playlist lists it, and the next
/// version of the playlist asked for before it is there.
struct LowLatencyPlayer: Sendable {
    /// A part as it came, and what the origin has of it.
    struct Received: Sendable {
        let part: Int
        let at: Moment
        let body: [UInt8]
        /// It was published while the player waited for it.
        let isFresh: Bool
    }

    private struct Listed {
        let url: URL
        let range: Range<Int>?
        let part: Int
    }

    let player: TestPlayer
    let channel: LowLatencyChannel
    /// Parts before the last one at which it begins.
    private static let holdBack = 3

    /// Plays so many parts of what a multivariant playlist at `url` names.
    func play(_ url: URL, parts count: Int) async throws -> [Received] {
        let media = try #require(try await player.uris(in: url).first)
        var listed = try await listed(in: media, "")
        var next = (listed.last?.part ?? 0) - Self.holdBack
        var received: [Received] = []
        while received.count < count {
            let fresh = listed.filter { $0.part >= next }
            let last = try #require(listed.last).part
            next = last + 1
            async let following = self.listed(in: media, directives(after: last))
            let isFresh = !received.isEmpty
            for part in fresh { received.append(try await get(part, isFresh)) }
            listed = try await following
        }
        return received
    }

    /// How long after its publication each part was there, in seconds, in ascending order.
    static func delays(_ received: [Received], _ origin: LowLatencyOrigin) -> [Double] {
        received.filter(\.isFresh).compactMap { one in
            origin.publishedAt(one.part).map { (one.at - $0).inSeconds }
        }.sorted()
    }

    private func get(_ listed: Listed, _ isFresh: Bool) async throws -> Received {
        let range = listed.range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound - 1)" }
        let answer = try await ask(listed.url, "", range.map { [$0] } ?? [])
        #expect(answer.status == (listed.range == nil ? 200 : 206))
        return Received(part: listed.part, at: player.loop.now, body: answer.body, isFresh: isFresh)
    }

    private func directives(after part: Int) -> String {
        let (segment, index) = (part + 1).quotientAndRemainder(dividingBy: 4)
        return "?_HLS_msn=\(segment)&_HLS_part=\(index)&_HLS_skip=YES"
    }

    private func listed(in playlist: URL, _ query: String) async throws -> [Listed] {
        let answer = try await ask(playlist, query, [])
        #expect(answer.status == 200)
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
        var counts: [Substring: Int] = [:]
        return lines.filter { $0.hasPrefix("#EXT-X-PART:") }.compactMap { line in
            let texts = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard texts.count > 1, let url = URL(string: String(texts[1]), relativeTo: playlist),
                let name = texts[1].split(separator: "/").last,
                let parts = channel.parts(in: name)
            else { return nil }
            let index = counts[name, default: 0]
            counts[name] = index + 1
            return Listed(
                url: url.absoluteURL, range: texts.count > 3 ? Self.range(texts[3]) : nil,
                part: parts.lowerBound + index)
        }
    }

    /// Reads `70000@140000`.
    private static func range(_ text: Substring) -> Range<Int>? {
        let numbers = text.split(separator: "@").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        return numbers[1]..<numbers[1] + numbers[0]
    }

    func ask(_ url: URL, _ query: String, _ headers: [String]) async throws -> ReceivedAnswer {
        let client = try await player.connect(to: url)
        defer { client.close() }
        let lines = [
            "GET \(url.path(percentEncoded: true))\(query) HTTP/1.1",
            "Host: 127.0.0.1:\(url.port ?? 0)",
        ]
        try await client.send((lines + headers).joined(separator: "\r\n") + "\r\n\r\n")
        return try await client.answer()
    }
}
