import EventLoop
import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Engine
@testable import Shoal

extension ShoalTests {
    /// Candidates of a feed: prepared, switched to, or cancelled.
    @Suite(.timeLimit(.minutes(1))) struct PreloadTests {
        private static let first = [TestVideo.master, TestVideo.playlist, TestVideo.path(0)]

        private func untilPreloaded(_ scene: Scene, _ session: PlaybackSession) async throws {
            let bytes =
                (TestVideo.masterText + scene.video.text).utf8.count + scene.video.segments[0].count
            try await scene.player.until(session) { $0.cdnBytes + $0.peerBytes >= bytes }
        }

        @Test
        func `A7: a candidate that is switched to gives manifests and first segment from memory`()
            async throws
        {
            try await Scene.run { scene in
                let session = try await scene.session()
                #expect(session.preload())
                #expect(session.preload())
                try await untilPreloaded(scene, session)
                #expect(scene.origin.requests.count == 3)
                for path in Self.first { #expect(scene.origin.requests(for: path).count == 1) }

                let segments = try await scene.player.segments(of: session.playbackUrl)
                #expect(try await scene.player.get(segments[0]).body == scene.video.segments[0])
                for path in Self.first { #expect(scene.origin.requests(for: path).count == 1) }

                #expect(try await scene.player.play(session) == scene.video.segments)
                // What is kept is given once: a manifest may have changed by then.
                #expect(scene.origin.requests(for: TestVideo.master).count == 2)
                for number in scene.video.segments.indices {
                    #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
                }
            }
        }

        @Test func `A7: a candidate uploads nothing before it is played`() async throws {
            try await Scene.run { scene in
                let candidate = try await scene.session()
                candidate.preload()
                try await untilPreloaded(scene, candidate)
                // Somebody vouches for it, so that it could be given to others.
                let engine = candidate.session
                try await candidate.place.loop.until {
                    engine.assumeIsolated { !$0.announced.isEmpty }
                }
                let viewer = try await scene.session()
                try await scene.player.until(viewer) { $0.peers == 1 }
                // It has time to wait for a peer, also for the first segment.
                viewer.updateCurrentPositionMs(0)
                viewer.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(viewer) == scene.video.segments)
                #expect(await candidate.statistics().uploadedBytes == 0)
                #expect(await viewer.statistics().peerBytes == 0)

                // Played, it is as good a peer as any.
                #expect(try await scene.player.play(candidate) == scene.video.segments)
                let third = try await scene.session()
                try await scene.player.until(third) { $0.peers == 2 }
                #expect(try await scene.player.play(third) == scene.video.segments)
                #expect(await third.statistics().peerBytes > 0)
            }
        }

        /// What a playlist names, by its lines and attributes, in its order.
        private func references(in playlist: URL, _ scene: Scene) async throws -> [URL] {
            let answer = try await scene.player.get(playlist)
            #expect(answer.status == 200)
            return String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
                .compactMap { line in
                    guard line.hasPrefix("#") else { return String(line) }
                    return line.firstMatch(of: #/URI="([^"]*)"/#).map { String($0.1) }
                }
                .compactMap { URL(string: $0, relativeTo: playlist)?.absoluteURL }
        }

        @Test func `A7: sound in a rendition of its own and initialization segments are among it`()
            async throws
        {
            let media = """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2,
                0.m4s
                #EXTINF:2,
                1.m4s
                #EXT-X-ENDLIST

                """
            let master = """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="sound/index.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO="a"
                pictures/index.m3u8

                """
            try await Scene.run { scene in
                scene.origin.put("/cmaf/master.m3u8", Array(master.utf8))
                var first = ["/cmaf/master.m3u8"]
                for (number, track) in ["pictures", "sound"].enumerated() {
                    scene.origin.put("/cmaf/\(track)/index.m3u8", Array(media.utf8))
                    for (place, name) in ["init.mp4", "0.m4s", "1.m4s"].enumerated() {
                        scene.origin.put(
                            "/cmaf/\(track)/\(name)",
                            [UInt8](repeating: UInt8(number * 3 + place), count: 30_000))
                    }
                    first += ["index.m3u8", "init.mp4", "0.m4s"].map { "/cmaf/\(track)/\($0)" }
                }
                let session = try await scene.session("/cmaf/master.m3u8")
                #expect(session.preload())
                let bytes = master.utf8.count + 2 * media.utf8.count + 4 * 30_000
                try await scene.player.until(session) { $0.cdnBytes >= bytes }
                #expect(scene.origin.requests.count == first.count)

                let player = scene.player
                let playlists = try await references(in: session.playbackUrl, scene)
                #expect(playlists.count == 2)
                for (track, playlist) in zip([1, 0], playlists) {
                    let files = try await references(in: playlist, scene)
                    for (place, url) in files.prefix(2).enumerated() {
                        let answer = try await player.get(url)
                        #expect(answer.status == 200)
                        let byte = UInt8(track * 3 + place)
                        #expect(answer.body == [UInt8](repeating: byte, count: 30_000))
                    }
                }
                for path in first {
                    #expect(scene.origin.requests(for: path).count == 1, "\(path)")
                }
            }
        }

        @Test func `A7: more than the first segment is not fetched`() async throws {
            try await Scene.run(video: TestVideo(segments: 20, length: 50_000)) { scene in
                let candidate = try await scene.session()
                candidate.preload()
                try await untilPreloaded(scene, candidate)
                try await scene.player.loop.pass(.milliseconds(1_500))
                #expect(scene.origin.requests.count == 3)
            }
        }

        @Test func `A7: a candidate that is cancelled asks for nothing more`() async throws {
            try await Scene.run { scene in
                scene.origin.treat(TestVideo.master, as: .held)
                let client = try await scene.client()
                let current = try await client.createPlaybackSession(
                    url: scene.url(TestVideo.playlist))
                let candidate = try await client.createPlaybackSession(url: scene.url())
                candidate.preload()
                while scene.origin.requests(for: TestVideo.master).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                await candidate.close()
                scene.origin.treat(TestVideo.master, as: .plain)
                #expect(!candidate.preload())
                #expect(try await scene.player.get(current.playbackUrl).status == 200)
                #expect(scene.origin.requests(for: TestVideo.path(0)).isEmpty)
                #expect(try await scene.player.get(candidate.playbackUrl).status == 404)
            }
        }

        @Test
        func `A7: a player that comes while the manifest is on its way waits for the same one`()
            async throws
        {
            try await Scene.run { scene in
                scene.origin.treat(TestVideo.master, as: .held)
                let session = try await scene.session()
                session.preload()
                while scene.origin.requests(for: TestVideo.master).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                async let answer = scene.player.get(session.playbackUrl)
                try await scene.player.loop.pass(.milliseconds(50))
                scene.origin.treat(TestVideo.master, as: .plain)
                #expect(try await answer.status == 200)
                #expect(scene.origin.requests(for: TestVideo.master).count == 1)
                #expect(try await scene.player.play(session) == scene.video.segments)
            }
        }

        @Test func `A7: a live playlist is not kept for longer than it is new`() async throws {
            let video = TestVideo(segments: 8, length: 20_000, seconds: 1)
            try await Scene.run(video: video) { scene in
                scene.origin.put(TestVideo.playlist, Array(video.liveText(0...5).utf8))
                let session = try await scene.session(TestVideo.playlist)
                session.preload()
                // Three target durations from the end.
                while scene.origin.requests(for: TestVideo.path(3)).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                scene.origin.put(TestVideo.playlist, Array(video.liveText(2...7).utf8))
                try await scene.player.loop.pass(.milliseconds(600))
                let playlist = try await scene.player.get(session.playbackUrl)
                let text = String(decoding: playlist.body, as: UTF8.self)
                #expect(text.contains("#EXT-X-MEDIA-SEQUENCE:2"))
                #expect(scene.origin.requests(for: TestVideo.playlist).count == 2)
            }
        }

        @Test func `A7: an origin that fails fails for the player alone, and as it would have`()
            async throws
        {
            try await Scene.run { scene in
                scene.origin.treat(TestVideo.master, as: .status("403 Forbidden", body: "who?"))
                let session = try await scene.session()
                #expect(session.preload())
                while scene.origin.requests(for: TestVideo.master).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                let refused = try await scene.player.get(session.playbackUrl)
                #expect(refused.status == 403 && refused.body == Array("who?".utf8))
                scene.origin.treat(TestVideo.master, as: .plain)
                #expect(try await scene.player.play(session) == scene.video.segments)
            }
        }

        @Test(arguments: ["/a.mp4", "/a.mp3", "/typed"])
        func `A7: for a media file it says that it does nothing`(_ path: String) async throws {
            try await Scene.run { scene in
                let options = P2PPlaybackOptions(mimeType: path == "/typed" ? "video/mp4" : nil)
                let session = try await scene.session(path, options)
                #expect(!session.preload())
                try await scene.player.loop.pass(.milliseconds(50))
                #expect(scene.origin.requests.isEmpty)
            }
        }

        @Test func `A7: an initialization segment that is a part of a file is among it`()
            async throws
        {
            let file = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
            let media = """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"
                #EXTINF:2,
                #EXT-X-BYTERANGE:40000@700
                all.mp4
                #EXTINF:2,
                #EXT-X-BYTERANGE:50000
                all.mp4
                #EXT-X-ENDLIST

                """
            try await Scene.run { scene in
                scene.origin.put("/ranges/a.m3u8", Array(media.utf8))
                scene.origin.put("/ranges/all.mp4", file)
                let session = try await scene.session("/ranges/a.m3u8")
                #expect(session.preload())
                let bytes = media.utf8.count + 40_700
                try await scene.player.until(session) { $0.cdnBytes >= bytes }
                #expect(scene.origin.requests.count == 3)

                let urls = try await references(in: session.playbackUrl, scene)
                for (url, bytes) in zip(urls, [0..<700, 700..<40_700]) {
                    let range = "Range: bytes=\(bytes.lowerBound)-\(bytes.upperBound - 1)"
                    let answer = try await scene.player.get(url, [range])
                    #expect(answer.status == 206 && answer.body == Array(file[bytes]))
                    #expect(
                        answer.header("Content-Range")?.hasPrefix(
                            "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/") == true)
                }
                #expect(scene.origin.requests(for: "/ranges/a.m3u8").count == 1)
            }
        }

        @Test(arguments: ["0-", "0-99", "100-", "-10"])
        func `A7: of an initialization segment that is kept, a player may ask for any part`(
            _ range: String
        ) async throws {
            let file = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 / 17) }
            let media = """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2,
                0.m4s
                #EXT-X-ENDLIST

                """
            try await Scene.run { scene in
                scene.origin.put("/parts/a.m3u8", Array(media.utf8))
                scene.origin.put("/parts/init.mp4", file)
                scene.origin.put("/parts/0.m4s", file)
                let session = try await scene.session("/parts/a.m3u8")
                #expect(session.preload())
                try await scene.player.until(session) { $0.cdnBytes >= 10_000 }
                let url = try #require(try await references(in: session.playbackUrl, scene).first)
                let ends = range.split(separator: "-", omittingEmptySubsequences: false)
                    .map { Int($0) }
                let bytes =
                    ends[0].map { $0..<(ends[1].map { $0 + 1 } ?? 5_000) }
                    ?? 5_000 - (ends[1] ?? 0)..<5_000
                let answer = try await scene.player.get(url, ["Range: bytes=\(range)"])
                #expect(answer.status == 206 && answer.body == Array(file[bytes]))
                #expect(
                    answer.header("Content-Range")
                        == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/5000")
                #expect(scene.origin.requests(for: "/parts/init.mp4").count == 1)
            }
        }

        @Test func `A7: of an MPD the manifest, and of pictures and sound what comes first`()
            async throws
        {
            let mpd = """
                <?xml version="1.0"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
                    mediaPresentationDuration="PT4S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
                  <Period>
                    <AdaptationSet mimeType="video/mp4">
                      <SegmentTemplate media="$RepresentationID$-$Number$.m4s"
                          initialization="$RepresentationID$-init.mp4" duration="2" timescale="1"
                          startNumber="1"/>
                      <Representation id="low" bandwidth="500000"/>
                      <Representation id="high" bandwidth="5000000"/>
                    </AdaptationSet>
                    <AdaptationSet mimeType="audio/mp4"><Representation id="sound" bandwidth="64000">
                      <SegmentList duration="2" timescale="1">
                        <Initialization sourceURL="sound.mp4" range="100-799"/>
                        <SegmentURL media="sound-1.m4s"/><SegmentURL media="sound-2.m4s"/>
                      </SegmentList>
                    </Representation></AdaptationSet>
                  </Period>
                </MPD>
                """
            let sizes = [
                "low-init.mp4": 900, "low-1.m4s": 40_000, "low-2.m4s": 40_000, "sound.mp4": 2_000,
                "sound-1.m4s": 9_000, "sound-2.m4s": 9_000,
            ]
            try await Scene.run { scene in
                scene.origin.put("/film/a.mpd", Array(mpd.utf8))
                for (name, size) in sizes {
                    let byte = UInt8(size / 1_000)
                    scene.origin.put("/film/\(name)", [UInt8](repeating: byte, count: size))
                }
                let session = try await scene.session("/film/a.mpd")
                #expect(session.preload())
                let bytes = mpd.utf8.count + 900 + 40_000 + 700 + 9_000
                try await scene.player.until(session) { $0.cdnBytes >= bytes }
                #expect(scene.origin.requests.count == 5)

                let manifest = try await scene.player.get(session.playbackUrl)
                #expect(manifest.status == 200)
                for (name, range) in [
                    ("low-init.mp4", nil), ("low-1.m4s", nil), ("sound.mp4", 100..<800),
                    ("sound-1.m4s", nil),
                ] as [(String, Range<Int>?)] {
                    let url = try #require(
                        URL(string: name, relativeTo: session.playbackUrl)?.absoluteURL)
                    let header = range.map {
                        "Range: bytes=\($0.lowerBound)-\($0.upperBound - 1)"
                    }
                    let answer = try await scene.player.get(url, [header].compactMap { $0 })
                    let size = try #require(sizes[name])
                    #expect(answer.status == (range == nil ? 200 : 206), "\(name)")
                    #expect(
                        answer.body
                            == [UInt8](repeating: UInt8(size / 1_000), count: range?.count ?? size))
                }
                for name in ["a.mpd", "low-init.mp4", "low-1.m4s", "sound.mp4", "sound-1.m4s"] {
                    #expect(scene.origin.requests(for: "/film/\(name)").count == 1, "\(name)")
                }
            }
        }
    }
}
