import Engine
import Manifests
import Primitives
import Testing

@testable import Origin
@testable import PlaybackProxy

/// What is known of files, by the origin's answers in their order.
@Suite struct FileBookTests {
    private let film: Resource
    private let station: Resource
    private var book = FileBook(keys: MappedVersions.keys)

    init() throws {
        film = .root(try #require(ResolvedURI("https://cdn.example/film.mp4")))
        station = .root(try #require(ResolvedURI("https://cdn.example/station")))
    }

    private func answer(
        _ tag: String? = "\"v1\"", at url: String = "https://cdn.example/film.mp4",
        type: String = "video/mp4", status: Int = 206
    ) -> OriginResponse {
        var headers = [OriginHeader("Content-Type", type)]
        if let tag { headers.append(OriginHeader("ETag", tag)) }
        return OriginResponse(
            status: status, headers: headers, finalURL: url, contentLength: 4,
            contentRange: .part(0...3, total: 1_000_000), endIsCertain: true)
    }

    private mutating func find(_ response: OriginResponse, _ bytes: [UInt8] = [0, 0, 0, 1])
        -> FileBook.Change
    {
        book.found(response, firstBytes: bytes, of: film)
    }

    private var isFile: Bool { if case .file = book.answerer(of: film) { true } else { false } }
    private var isLeftToOrigin: Bool {
        if case .origin = book.answerer(of: film) { true } else { false }
    }

    @Test mutating func `until the origin has spoken it is what it is called`() {
        #expect(book.isMedia(film) && !book.isKnown(film))
        #expect(!book.isMedia(station))
        book.declare(station, mimeType: "audio/mpeg")
        #expect(book.isMedia(station))
        #expect(!book.isMedia(.playlist(film.uri)))
        #expect(find(answer(type: "application/x-mpegurl"), Array("#EXTM3U".utf8)).opened == nil)
        #expect(!book.isMedia(film) && book.isKnown(film))
        guard case .playlists = book.answerer(of: film) else {
            Issue.record("a playlist is read as one")
            return
        }
    }

    @Test mutating func `a file is opened once, and told again only where it has moved to`() {
        let opened = find(answer())
        #expect(opened.opened != nil && opened.descriptions.map(\.segments.count) == [4])
        #expect(isFile)
        #expect(find(answer()).descriptions.isEmpty)
        let moved = find(answer(at: "https://other.example/film.mp4"))
        #expect(moved.opened == nil)
        #expect(moved.descriptions.flatMap(\.segments).allSatisfy { $0.url.contains("other") })
        #expect(moved.descriptions.count == 1)
    }

    @Test mutating func `another version takes the place of the old one`() {
        let old = find(answer()).descriptions[0].id
        let change = find(answer("\"v2\""))
        #expect(change.opened != nil)
        #expect(change.descriptions.map(\.segments.count) == [0, 4])
        #expect(change.descriptions[0].id == old && change.descriptions[1].id != old)
    }

    @Test mutating func `an error says nothing of the next time`() {
        _ = find(answer())
        #expect(find(answer(status: 503)).descriptions.isEmpty)
        #expect(isFile)
    }

    @Test mutating func `what cannot be exchanged is left to the origin, with the reason`() {
        #expect(book.reason == nil)
        #expect(find(answer(nil)).opened == nil)
        #expect(isLeftToOrigin && book.isMedia(film))
        #expect(book.reason == .originWithoutRanges)
    }

    @Test mutating func `after a piece that cannot be had the origin is asked once more`() {
        _ = find(answer())
        guard case .askAgain = book.failed(.otherVersion, of: film, isSecond: false),
            case .origin(let unreachable) = book.failed(.unreachable, of: film, isSecond: false),
            case .origin(let second) = book.failed(.otherVersion, of: film, isSecond: true)
        else {
            Issue.record("only what may be over is asked for again, and once")
            return
        }
        #expect(unreachable.descriptions.isEmpty)
        #expect(second.descriptions.map(\.segments.count) == [0])
        #expect(book.reason == .originWithoutRanges)
    }

    @Test mutating func `a time that comes after the version has changed is of another`() throws {
        let old = try #require(find(answer()).opened)
        #expect(book.plays(old, for: .seconds(60), film).descriptions.count == 1)
        _ = find(answer("\"v2\""))
        #expect(book.plays(old, for: .seconds(60), film).descriptions.isEmpty)
    }

    @Test func `readers are missed a moment after the last has gone`() {
        var readers = FileReaders()
        #expect(readers.isIdle)
        readers.began()
        readers.began()
        readers.ended(at: .start)
        #expect(!readers.isIdle && readers.deadline == nil)
        readers.ended(at: .start)
        #expect(readers.deadline == .start + .milliseconds(300))
        readers.began()
        #expect(readers.deadline == nil)
        readers.ended(at: .start)
        readers.timedOut()
        #expect(readers.isIdle)
    }
}
