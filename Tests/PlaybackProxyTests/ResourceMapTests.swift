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

    /// What each playlist named last, so that what a version changes can be told.
    private struct Reader {
        var map = ResourceMap()
        private var named: [Resource: [Int]] = [:]

        /// Mints what the playlist names, as a rewriting does, and returns the ids.
        @discardableResult
        mutating func read(_ playlist: Resource, naming resources: [Resource]) -> [String] {
            let numbers = resources.map { map.number(of: $0) }
            _ = map.read(playlist, added: numbers, left: named[playlist] ?? [])
            named[playlist] = numbers
            return resources.map { map.id(of: $0) }
        }
    }

    @Test func `a live playlist watched for long stays small and keeps its window`() {
        var reader = Reader()
        let rootID = reader.map.id(of: root)
        var ids: [Int: String] = [:]
        for first in 0..<3_000 {
            let window = first..<first + 6
            for (number, id) in zip(
                window, reader.read(root, naming: window.map { segment($0) }))
            {
                #expect(ids[number] ?? id == id, "the id of \(number) changed")
                ids[number] = id
            }
            // Who is three segments behind the window still gets them.
            for number in max(0, first - 3)..<first + 6 {
                #expect(ids[number].flatMap { reader.map.resource($0) } == segment(number))
            }
            #expect(reader.map.count < 400)
        }
        #expect(reader.map.resource(rootID) == root)
        #expect(ids[0].flatMap { reader.map.resource($0) } == nil)
    }

    @Test func `what a VOD playlist names is kept, however often it is read`() {
        var reader = Reader()
        _ = reader.map.id(of: root)
        let video = playlist("video.m3u8")
        reader.read(root, naming: [video])
        let names = (0..<5_000).map { segment($0) }
        let ids = reader.read(video, naming: names)
        for _ in 0..<10 {
            #expect(reader.read(video, naming: names) == ids)
            reader.read(root, naming: [video])
        }
        #expect(zip(ids, names).allSatisfy { reader.map.resource($0) == $1 })
    }

    @Test func `tokens that change with every reading do not pile up`() {
        var reader = Reader()
        _ = reader.map.id(of: root)
        var last: [String] = []
        for version in 0..<300 {
            let names = (0..<100).map { segment($0, token: "?t=\(version)") }
            last = reader.read(root, naming: names)
        }
        #expect(reader.map.count < 1_500)
        #expect(last.allSatisfy { reader.map.resource($0) != nil })
    }

    @Test func `a playlist that is still read outlives the token it was named with`() {
        var reader = Reader()
        _ = reader.map.id(of: root)
        let old = playlist("video.m3u8?t=0")
        let oldID = reader.read(root, naming: [old])[0]
        for version in 1..<500 {
            reader.read(root, naming: [playlist("video.m3u8?t=\(version)")])
            let ids = reader.read(old, naming: (version..<version + 6).map { segment($0) })
            #expect(ids.allSatisfy { reader.map.resource($0) != nil })
        }
        #expect(reader.map.resource(oldID) == old)
        #expect(reader.map.count < 400)
    }

    @Test func `playlists that name each other do not keep each other`() {
        var reader = Reader()
        _ = reader.map.id(of: root)
        for version in 0..<500 {
            let (a, b) = (playlist("a\(version).m3u8"), playlist("b\(version).m3u8"))
            reader.read(root, naming: [a, b])
            reader.read(a, naming: [b, segment(version)])
            reader.read(b, naming: [a])
        }
        #expect(reader.map.count < 400)
    }

    @Test func `a file's ranges are those of its track's playlists, and go with the file`() {
        var reader = Reader()
        _ = reader.map.id(of: root)
        let first = Resource.segmentedFile(track, Self.uri("0.ts"))
        for number in 0..<500 {
            let file = Resource.segmentedFile(track, Self.uri("\(number).ts"))
            let id = SegmentID(track: track, number: UInt64(number))
            reader.read(root, naming: [file])
            reader.map.read(files: [file: [0..<10: id]], from: id.number, isLive: true)
            reader.map.file(file, has: SegmentedFile.Head(length: 10, headers: []))
            #expect(reader.map.file(file)?.segments == [0..<10: id])
            reader.map.read(files: [file: [10..<20: id]], from: id.number, isLive: true)
            #expect(reader.map.file(file)?.segments == [0..<10: id, 10..<20: id])
            #expect(reader.map.file(file)?.head?.length == 10)
        }
        #expect(reader.map.file(first) == nil)
        reader.map.file(first, has: SegmentedFile.Head(length: 10, headers: []))
        #expect(reader.map.file(first) == nil)
    }

    @Test func `ranges of a file that goes on for ever do not pile up`() {
        var map = ResourceMap()
        let file = Resource.segmentedFile(track, Self.uri("all.ts"))
        for number in 0..<5_000 {
            let id = SegmentID(track: track, number: UInt64(number))
            map.read(
                files: [file: [number * 10..<number * 10 + 10: id]],
                from: UInt64(max(0, number - 20)), isLive: true)
        }
        let kept = map.file(file)?.segments ?? [:]
        #expect(kept.count < 200)
        #expect((4_980..<5_000).allSatisfy { kept[$0 * 10..<$0 * 10 + 10] != nil })
    }

    @Test func `what is named twice stays until both are gone`() {
        var map = ResourceMap()
        _ = map.id(of: root)
        let key = map.number(of: .file(Self.uri("key")))
        _ = map.read(root, added: [key, key], left: [])
        for number in 0..<700 {
            let segment = map.number(of: segment(number))
            _ = map.read(root, added: [segment], left: number == 0 ? [key] : [])
        }
        #expect(map.resource(String(key, radix: 36)) != nil)
        _ = map.read(root, added: [], left: [key])
        for number in 700..<1_500 {
            let next = map.number(of: segment(number))
            _ = map.read(root, added: [next], left: [map.number(of: segment(number - 700))])
        }
        #expect(map.resource(String(key, radix: 36)) == nil)
    }
}
