import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct MediaSearchTests {
    private static func uri(_ name: String) throws -> ResolvedURI {
        try #require(ResolvedURI("https://cdn.example/show/\(name)"))
    }

    private static func at(_ seconds: Double) -> Moment { .start + .seconds(seconds) }

    /// A search at its first playlist, and what it is asked to do.
    private struct Scene {
        var search: MediaSearch
        let root: ResolvedURI
        var known: Set<ResolvedURI> = []

        init() throws {
            root = try uri("main.m3u8")
            search = MediaSearch(from: root)
        }

        mutating func look(
            for name: String, as number: Int, at seconds: Double = 0
        ) throws -> [MediaSearch.Action] {
            var actions: [MediaSearch.Action] = []
            search.look(for: try uri(name), as: number, at: at(seconds), into: &actions)
            return actions
        }

        mutating func ended(
            _ name: String, at seconds: Double = 0
        ) throws -> [MediaSearch.Action] {
            var actions: [MediaSearch.Action] = []
            search.ended(try uri(name), at: at(seconds), into: &actions) { known.contains($0) }
            return actions
        }

        /// The first playlist was read, and names these.
        mutating func readRoot(
            naming names: [String], at seconds: Double = 0
        ) throws -> [MediaSearch.Action] {
            search.read(root, naming: Set(try names.map(uri)), at: at(seconds))
            return try ended("main.m3u8", at: seconds)
        }
    }

    @Test func `the first playlist is read, then the one that lies nearest`() throws {
        var scene = try Scene()
        #expect(try scene.look(for: "high/s1.ts", as: 1) == [.fetch(try Self.uri("main.m3u8"))])
        #expect(
            try scene.readRoot(naming: ["low/i.m3u8", "high/i.m3u8", "audio/i.m3u8"])
                == [.fetch(try Self.uri("high/i.m3u8"))])
        scene.known = [try Self.uri("high/s1.ts")]
        #expect(try scene.ended("high/i.m3u8") == [.found(1)])
    }

    @Test func `playlists in one folder are told apart by their names`() throws {
        var scene = try Scene()
        _ = try scene.look(for: "v2_00017.ts", as: 1)
        #expect(
            try scene.readRoot(naming: ["v1.m3u8", "v2.m3u8", "v3.m3u8"])
                == [.fetch(try Self.uri("v2.m3u8"))])
    }

    @Test func `all who look for the same wait for one fetch`() throws {
        var scene = try Scene()
        #expect(try scene.look(for: "s1.ts", as: 1).count == 1)
        for number in 2...300 { #expect(try scene.look(for: "s1.ts", as: number).isEmpty) }
        scene.search.read(scene.root, isEnded: true, at: Self.at(0))
        scene.known = [try Self.uri("s1.ts")]
        #expect(try scene.ended("main.m3u8") == (1...300).map { .found($0) })
    }

    @Test func `what is nowhere is looked for in each playlist, once`() throws {
        var scene = try Scene()
        _ = try scene.look(for: "none.ts", as: 1)
        #expect(try scene.readRoot(naming: ["a.m3u8", "b.m3u8"]).count == 1)
        for name in ["a.m3u8", "b.m3u8"] {
            scene.search.read(try Self.uri(name), isEnded: true, at: Self.at(0))
        }
        var actions = try scene.ended("a.m3u8") + scene.ended("b.m3u8")
        #expect(actions == [.missed(1)])
        actions = try scene.look(for: "none.ts", as: 2, at: 100)
        #expect(actions == [.missed(2)])
    }

    @Test func `a live playlist is read again for what is new, but not more than once a second`()
        throws
    {
        var scene = try Scene()
        _ = try scene.look(for: "s1.ts", as: 1)
        scene.search.read(scene.root, isEnded: false, at: Self.at(0))
        #expect(try scene.ended("main.m3u8") == [.missed(1)])
        #expect(try scene.look(for: "s2.ts", as: 2, at: 0.9) == [.missed(2)])
        #expect(try scene.look(for: "s2.ts", as: 3, at: 1) == [.fetch(scene.root)])
    }

    @Test func `a playlist that cannot be had ends the search, and is asked for again later`()
        throws
    {
        var scene = try Scene()
        _ = try scene.look(for: "s1.ts", as: 1)
        #expect(try scene.ended("main.m3u8", at: 5) == [.missed(1)])
        #expect(try scene.look(for: "s1.ts", as: 2, at: 5.5) == [.missed(2)])
        #expect(try scene.look(for: "s1.ts", as: 3, at: 6) == [.fetch(scene.root)])
    }

    @Test func `a root of ten thousand playlists does not have all of them read`() throws {
        var scene = try Scene()
        _ = try scene.look(for: "none.ts", as: 1)
        var actions = try scene.readRoot(naming: (0..<10_000).map { "v\($0).m3u8" })
        var fetches = 1
        while case .fetch(let playlist)? = actions.first {
            fetches += 1
            actions = []
            scene.search.ended(playlist, at: Self.at(0), into: &actions) { _ in false }
        }
        #expect(actions == [.missed(1)])
        #expect(fetches == 16)
    }
}
