import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct ResourceMapTests {
    private let root = Resource.root(Self.uri("master.m3u8"))
    private let track = TrackID(7)

    private static func uri(_ name: String) -> ResolvedURI {
        guard let uri = ResolvedURI("https://cdn.example/\(name)") else {
            preconditionFailure("\(name) makes no URI")
        }
        return uri
    }

    private func playlist(_ name: String) -> Resource { .playlist(Self.uri(name)) }

    private func segment(_ number: Int, token: String = "") -> Resource {
        .segment(
            SegmentID(track: track, number: UInt64(number)), Self.uri("s\(number).ts\(token)"))
    }

    /// Mints what the playlist names, as a rewriting does, and returns the ids.
    @discardableResult
    private func read(
        _ playlist: Resource, naming named: [Resource], in map: inout ResourceMap
    ) -> [String] {
        let ids = named.map { map.id(of: $0) }
        map.read(playlist, naming: Set(named))
        return ids
    }

    @Test func `a live playlist watched for long stays small and keeps its window`() {
        var map = ResourceMap()
        let rootID = map.id(of: root)
        var ids: [Int: String] = [:]
        for first in 0..<3_000 {
            let window = first..<first + 6
            for (number, id) in zip(
                window, read(root, naming: window.map { segment($0) }, in: &map))
            {
                #expect(ids[number] ?? id == id, "the id of \(number) changed")
                ids[number] = id
            }
            // Who is three segments behind the window still gets them.
            for number in max(0, first - 3)..<first + 6 {
                #expect(ids[number].flatMap { map.resource($0) } == segment(number))
            }
            #expect(map.count < 200)
        }
        #expect(map.resource(rootID) == root)
        #expect(ids[0].flatMap { map.resource($0) } == nil)
    }

    @Test func `what a VOD playlist names is kept, however often it is read`() {
        var map = ResourceMap()
        _ = map.id(of: root)
        let video = playlist("video.m3u8")
        read(root, naming: [video], in: &map)
        let names = (0..<5_000).map { segment($0) }
        let ids = read(video, naming: names, in: &map)
        for _ in 0..<10 {
            #expect(read(video, naming: names, in: &map) == ids)
            read(root, naming: [video], in: &map)
        }
        #expect(zip(ids, names).allSatisfy { map.resource($0) == $1 })
    }

    @Test func `tokens that change with every reading do not pile up`() {
        var map = ResourceMap()
        _ = map.id(of: root)
        var last: [String] = []
        for version in 0..<300 {
            let names = (0..<100).map { segment($0, token: "?t=\(version)") }
            last = read(root, naming: names, in: &map)
        }
        #expect(map.count < 1_500)
        #expect(last.allSatisfy { map.resource($0) != nil })
    }

    @Test func `a playlist that is still read outlives the token it was named with`() {
        var map = ResourceMap()
        _ = map.id(of: root)
        let old = playlist("video.m3u8?t=0")
        let oldID = read(root, naming: [old], in: &map)[0]
        for version in 1..<500 {
            read(root, naming: [playlist("video.m3u8?t=\(version)")], in: &map)
            let ids = read(old, naming: (version..<version + 6).map { segment($0) }, in: &map)
            #expect(ids.allSatisfy { map.resource($0) != nil })
        }
        #expect(map.resource(oldID) == old)
        #expect(map.count < 200)
    }

    @Test func `playlists that name each other do not keep each other`() {
        var map = ResourceMap()
        _ = map.id(of: root)
        for version in 0..<500 {
            let (a, b) = (playlist("a\(version).m3u8"), playlist("b\(version).m3u8"))
            read(root, naming: [a, b], in: &map)
            read(a, naming: [b, segment(version)], in: &map)
            read(b, naming: [a], in: &map)
        }
        #expect(map.count < 200)
    }

    @Test func `a file's ranges are those of its track's last playlist, and go with the file`() {
        var map = ResourceMap()
        _ = map.id(of: root)
        let first = Resource.segmentedFile(track, Self.uri("0.ts"))
        for number in 0..<500 {
            let file = Resource.segmentedFile(track, Self.uri("\(number).ts"))
            _ = map.id(of: file)
            let id = SegmentID(track: track, number: UInt64(number))
            map.read(root, naming: [file], files: [file: [0..<10: id]])
            map.file(file, hasLength: 10)
            #expect(map.file(file)?.segments == [0..<10: id] && map.file(file)?.length == 10)
            map.read(root, naming: [file], files: [file: [10..<20: id]])
            #expect(map.file(file)?.segments == [10..<20: id] && map.file(file)?.length == 10)
        }
        #expect(map.file(first) == nil)
        map.file(first, hasLength: 10)
        #expect(map.file(first) == nil)
    }
}
