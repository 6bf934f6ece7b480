import Engine
import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct MissingMediaTests {
    private let start = Moment(sinceStart: .zero)

    private func uri(_ number: Int = 0) throws -> ResolvedURI {
        try #require(ResolvedURI("http://cdn.example/s\(number).m4s"))
    }

    private func answer(_ status: Int = 404) throws -> MissingMedia.Answer {
        try #require(
            MissingMedia.Answer(status: status, contentType: "text/plain", body: [1, 2]))
    }

    private func missing(isLive: Bool = true, seconds: Int = 2) -> MissingMedia {
        var missing = MissingMedia()
        missing.describe(track(isLive: isLive, seconds: seconds))
        return missing
    }

    private func track(isLive: Bool, seconds: Int = 2) -> TrackDescription {
        TrackDescription(
            id: TrackID(1),
            segments: [
                TrackDescription.Segment(
                    number: 1, key: SegmentKey(Bytes32(words: (2, 0, 0, 0))),
                    url: "http://cdn.example/s1.m4s",
                    byteRange: nil, start: .zero, duration: .seconds(seconds))
            ], isLive: isLive, bitrate: nil)
    }

    @Test(arguments: [404, 425])
    func `R18: what is missing at the live edge stays so for an eighth of a segment`(
        _ status: Int
    ) throws {
        var missing = missing(seconds: 1)
        missing.note(try answer(status), at: try uri(), at: start)
        let edge = start + .milliseconds(125)
        #expect(try missing.answer(for: uri(), at: edge - .nanoseconds(1)) == answer(status))
        #expect(try missing.answer(for: uri(), at: edge) == nil)
        #expect(try missing.answer(for: uri(1), at: start) == nil)
    }

    @Test func `R18: of long segments no longer than a quarter of a second`() throws {
        var missing = missing(seconds: 10)
        missing.note(try answer(), at: try uri(), at: start)
        #expect(try missing.answer(for: uri(), at: start + .milliseconds(249)) != nil)
        #expect(try missing.answer(for: uri(), at: start + .milliseconds(250)) == nil)
    }

    @Test func `what is missing of a film is asked for each time, as it is directly`() throws {
        var missing = missing(isLive: false)
        missing.note(try answer(), at: try uri(), at: start)
        #expect(try missing.answer(for: uri(), at: start) == nil)
    }

    @Test func `a stream that ends forgets`() throws {
        var missing = missing()
        missing.note(try answer(), at: try uri(), at: start)
        missing.describe(track(isLive: false))
        #expect(try missing.answer(for: uri(), at: start) == nil)
    }

    @Test(arguments: [200, 401, 403, 410, 416, 429, 500, 503])
    func `no other status says that a segment may come`(_ status: Int) {
        #expect(MissingMedia.Answer(status: status, contentType: nil, body: []) == nil)
    }

    @Test func `a player that asks for anything fills no memory`() throws {
        var missing = missing()
        for number in 0..<1_000 { missing.note(try answer(), at: try uri(number), at: start) }
        let known = try (0..<1_000).filter { try missing.answer(for: uri($0), at: start) != nil }
        #expect(known == Array(0..<64))
        missing.note(try answer(), at: try uri(2_000), at: start + .seconds(1))
        #expect(try missing.answer(for: uri(2_000), at: start + .seconds(1)) != nil)
    }
}
