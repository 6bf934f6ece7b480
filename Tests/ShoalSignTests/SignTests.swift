import Crypto
import Foundation
import Manifests
import Primitives
import Testing

@testable import shoal_sign

/// What is found in trees of all kinds, and what is written about it.
@Suite struct SignTests {
    private static let one = TemporaryTree.bytes(100_000, seed: 1)
    private static let two = TemporaryTree.bytes(32_768, seed: 2)

    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="audio/a%20b.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
        v/index.m3u8

        """

    private static func media(_ segments: [String]) -> String {
        (["#EXTM3U", "#EXT-X-TARGETDURATION:2"] + segments.flatMap { ["#EXTINF:2,", $0] }
            + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    private static var hls: [String: [UInt8]] {
        [
            "film/master.m3u8": Array(master.utf8),
            "film/v/index.m3u8": Array(media(["1.ts", "2.ts?x=1", "1.ts"]).utf8),
            "film/audio/a b.m3u8": Array(media(["../sound/%61.aac"]).utf8),
            "film/v/1.ts": one, "film/v/2.ts": two, "film/sound/a.aac": two,
        ]
    }

    @Test func `of HLS all segments of all playlists are named as they are asked for`() throws {
        try TemporaryTree.run(Self.hls) { tree in
            try tree.sign("film", content: "film")
            let lists = try tree.lists()
            #expect(Array(lists.keys) == ["film/master.m3u8"])
            let list = try #require(lists["film/master.m3u8"])
            #expect(list.content == "film")
            #expect(
                list.entries == [
                    RootList.Entry(
                        uri: "sound/%61.aac", resource: try TemporaryTree.segment(Self.two)),
                    RootList.Entry(uri: "v/1.ts", resource: try TemporaryTree.segment(Self.one)),
                    RootList.Entry(
                        uri: "v/2.ts?x=1", resource: try TemporaryTree.segment(Self.two)),
                ])
        }
    }

    @Test func `the same bytes give the same list`() throws {
        try TemporaryTree.run(Self.hls) { tree in
            let command = SignCommand(keyFile: nil, paths: [tree.folder.path])
            try command.run()
            let first = try tree.lists()
            try command.run()
            #expect(try tree.lists() == first)
            #expect(first["film/master.m3u8"]?.signature == nil)
        }
    }

    @Test func `ranges of a file, and the file besides, are told apart`() throws {
        let playlist = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="100@0"
            #EXTINF:2,
            #EXT-X-BYTERANGE:40000@100
            all.mp4
            #EXTINF:2,
            #EXT-X-BYTERANGE:1000
            all.mp4
            #EXTINF:2,
            #EXT-X-BYTERANGE:0
            all.mp4
            #EXT-X-GAP
            #EXTINF:2,
            missing.mp4
            #EXTINF:2,
            all.mp4
            #EXT-X-ENDLIST

            """
        try TemporaryTree.run(["m.m3u8": Array(playlist.utf8), "all.mp4": Self.one]) { tree in
            try tree.sign()
            let lists = try tree.lists()
            #expect(Array(lists.keys) == ["m.m3u8"])
            let ranges = try [100..<40_100, 40_100..<41_100].map { range in
                RootList.RangeRoot(
                    range: try #require(ByteRange(offset: range.lowerBound, length: range.count)),
                    root: try TemporaryTree.root(Array(Self.one[range])))
            }
            #expect(
                lists["m.m3u8"]?.entries == [
                    RootList.Entry(uri: "all.mp4", resource: try TemporaryTree.segment(Self.one)),
                    RootList.Entry(uri: "all.mp4", resource: .ranges(ranges)),
                ])
        }
    }

    @Test func `of DASH the segments of templates are named, and init segments are not`() throws {
        let mpd = """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
             mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4">
            <SegmentTemplate duration="2" startNumber="1" initialization="$RepresentationID$/i.mp4"
             media="$RepresentationID$/$Number$.m4s"/>
            <Representation id="low" bandwidth="1000"/></AdaptationSet></Period></MPD>
            """
        let files = [
            "m.mpd": Array(mpd.utf8), "low/i.mp4": Self.two, "low/1.m4s": Self.one,
            "low/2.m4s": Self.two,
        ]
        try TemporaryTree.run(files) { tree in
            try tree.sign()
            let lists = try tree.lists()
            #expect(Array(lists.keys) == ["m.mpd"])
            #expect(
                lists["m.mpd"]?.entries == [
                    RootList.Entry(uri: "low/1.m4s", resource: try TemporaryTree.segment(Self.one)),
                    RootList.Entry(uri: "low/2.m4s", resource: try TemporaryTree.segment(Self.two)),
                ])
        }
    }

    @Test func `a file is divided as engines divide it`() throws {
        let film = TemporaryTree.bytes(600_000, seed: 3)
        try TemporaryTree.run(["a/film one.mp4": film, "a/notes.txt": [1]]) { tree in
            try tree.sign()
            let lists = try tree.lists()
            #expect(Array(lists.keys) == ["a/film one.mp4"])
            let table = try #require(PieceTable(length: film.count))
            let pieces = try (0..<table.count).map {
                try TemporaryTree.root(Array(film[table.range(of: $0)]))
            }
            #expect(pieces.count == 3)
            #expect(
                lists["a/film one.mp4"]?.entries == [
                    RootList.Entry(
                        uri: "film%20one.mp4", resource: .file(length: 600_000, pieces: pieces))
                ])
        }
    }

    @Test func `absolute paths are below the root that is named`() throws {
        let files = [
            "www/film/m.m3u8": Array(Self.media(["/media/1.ts", "http://else/2.ts"]).utf8),
            "www/media/1.ts": Self.one,
        ]
        try TemporaryTree.run(files) { tree in
            let error = #expect(throws: SignError.self) { try tree.sign("www/film/m.m3u8") }
            #expect(error?.exitCode == 2)
            try tree.sign("www/film/m.m3u8", root: "www")
            #expect(
                try tree.lists()["www/film/m.m3u8"]?.entries == [
                    RootList.Entry(
                        uri: "../media/1.ts", resource: try TemporaryTree.segment(Self.one))
                ])
            #expect(throws: SignError.self) { try tree.sign("www/film/m.m3u8", root: "www/media") }
        }
    }

    @Test(arguments: [
        ("m.m3u8", media(["missing.ts"])), ("m.m3u8", media(["%2e%2e/%2e%2e/etc/passwd"])),
        ("m.m3u8", media(["folder"])), ("m.m3u8", "no playlist"), ("m.mpd", "<MPD"),
        ("m.m3u8", master), ("film.mp4", ""), ("notes.txt", "nothing to sign"),
        ("m.m3u8", "#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10@20\nfolder/25bytes\n#EXT-X-ENDLIST\n"),
    ])
    func `what cannot be signed is said to be so, and no list is written`(
        _ name: String, _ text: String
    ) throws {
        let files = [name: Array(text.utf8), "folder/25bytes": Array(Self.one.prefix(25))]
        try TemporaryTree.run(files) { tree in
            let error = #expect(throws: SignError.self) { try tree.sign() }
            #expect(error?.exitCode == 2)
            let lists = try tree.lists()
            #expect(lists.isEmpty)
        }
    }

    @Test func `a segment that is empty is passed over`() throws {
        let files = ["m.m3u8": Array(Self.media(["1.ts", "2.ts"]).utf8), "1.ts": [], "2.ts": [7]]
        try TemporaryTree.run(files) { tree in
            try tree.sign()
            #expect(try tree.lists()["m.m3u8"]?.entries.map(\.uri) == ["2.ts"])
        }
    }

    @Test func `ten thousand segments make a list of less than a thousandth of a film`() throws {
        // One file stands for all, or the disk would be what is tested.
        let names = (0..<10_000).map { "v/segment.m4s?number=\($0)" }
        let files = ["m.m3u8": Array(Self.media(names).utf8), "v/segment.m4s": [7]]
        try TemporaryTree.run(files) { tree in
            try tree.sign()
            let list = try #require(try tree.lists()["m.m3u8"])
            #expect(list.segmentCount == 10_000)
            // Of half a megabyte each, as at 1 Mbit/s and four seconds.
            #expect(list.encode().count < 10_000 * 500_000 / 1000)
        }
    }

    @Test func `a key file is its owner's alone, and is never overwritten`() throws {
        try TemporaryTree.run(["x": []]) { tree in
            let path = tree.path("k")
            let key = try PublisherKeyFile.create(at: path)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            #expect(try PublisherKeyFile.read(path).publicKey == key.publicKey)
            #expect(throws: SignError.self) { try PublisherKeyFile.create(at: path) }
            #expect(try PublisherKeyFile.read(path).publicKey == key.publicKey)
            try tree.put("other", "shoal-operator-1 \(String(repeating: "a", count: 64))\n")
            #expect(throws: SignError.self) { try PublisherKeyFile.read(tree.path("other")) }
        }
    }
}
