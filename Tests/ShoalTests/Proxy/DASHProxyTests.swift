import EventLoop
import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import TestSupport
import Testing

extension ShoalTests {
    /// MPDs through the local server, over a socket.
    @Suite(.timeLimit(.minutes(1))) struct DASHProxyTests {
        private static let manifest = "/show/manifest.mpd"
        private static let template =
            "<SegmentTemplate duration=\"2\" startNumber=\"0\" initialization=\"init.mp4\""
            + " media=\"$RepresentationID$$Number$.ts\"/>"

        private static func mpd(
            _ content: String, bases: String = "",
            attributes: String = "mediaPresentationDuration=\"PT8S\""
        ) -> String {
            "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" \(attributes)>"
                + "\(bases)<Period id=\"1\" start=\"PT0S\"><AdaptationSet mimeType=\"video/mp2t\">"
                + "<Representation id=\"s\" bandwidth=\"400000\">\(content)</Representation>"
                + "</AdaptationSet></Period></MPD>"
        }

        /// A world whose origin has the segments of the video, and an MPD of them.
        private static func run(
            _ mpd: (Scene) -> String, _ body: (Scene, PlaybackSession, String) async throws -> Void
        ) async throws {
            try await Scene.run { scene in
                scene.origin.put("/show/v/init.mp4", [1, 2, 3])
                scene.origin.put(Self.manifest, Array(mpd(scene).utf8))
                let session = try await scene.session(Self.manifest)
                let answer = try await scene.player.get(session.playbackUrl)
                #expect(answer.status == 200)
                try await body(scene, session, String(decoding: answer.body, as: UTF8.self))
            }
        }

        private func text(of name: String, in mpd: String) throws -> String {
            try #require(mpd.split(separator: name).dropFirst().first)
                .split(whereSeparator: { "<>\"".contains($0) }).first.map(String.init) ?? ""
        }

        @Test func `an MPD that is all relative stays as it is, and leads through us`() async throws
        {
            let mpd = Self.mpd(Self.template, bases: "<BaseURL>v/</BaseURL>")
            try await Self.run { _ in
                mpd
            } _: { scene, session, given in
                #expect(given == mpd)
                for (number, bytes) in scene.video.segments.enumerated() {
                    let url = session.playbackUrl.deletingLastPathComponent()
                        .appending(path: "v/s\(number).ts")
                    let answer = try await scene.player.get(url)
                    #expect(answer.status == 200 && answer.body == bytes)
                    #expect(answer.header("ETag") != nil)
                    let part = try await scene.player.get(url, ["Range: bytes=10-19"])
                    #expect(part.status == 206 && part.body == Array(bytes[10..<20]))
                    #expect(scene.origin.sent(TestVideo.path(number)) == bytes.count)
                }
                let start = try await scene.player.get(
                    session.playbackUrl.deletingLastPathComponent().appending(path: "v/init.mp4"))
                #expect(start.body == [1, 2, 3])
            }
        }

        @Test func `where several sites serve it, each is led to through us, and any may fail`()
            async throws
        {
            try await Self.run { scene in
                Self.mpd(
                    Self.template,
                    bases: "<BaseURL>\(scene.origin.url("/gone/"))</BaseURL>"
                        + "<BaseURL>\(scene.origin.url("/show/v/"))</BaseURL>")
            } _: { scene, session, given in
                let bases = given.split(separator: "<BaseURL>").dropFirst().compactMap {
                    $0.split(separator: "<").first.flatMap { URL(string: String($0)) }
                }
                #expect(bases.count == 2)
                for base in bases { #expect(base.port == session.playbackUrl.port) }
                let gone = try await scene.player.get(bases[0].appending(path: "s1.ts"))
                #expect(gone.status == 404)
                let there = try await scene.player.get(bases[1].appending(path: "s1.ts"))
                #expect(there.status == 200 && there.body == scene.video.segments[1])
            }
        }

        @Test func `R19: what is past the end is asked of the origin, and its 404 passed on`()
            async throws
        {
            let mpd = Self.mpd(Self.template, bases: "<BaseURL>v/</BaseURL>")
            try await Self.run { _ in
                mpd
            } _: { scene, session, _ in
                let folder = session.playbackUrl.deletingLastPathComponent()
                let past = try await scene.player.get(folder.appending(path: "v/s17.ts"))
                #expect(past.status == 404)
                #expect(scene.origin.requests(for: "/show/v/s17.ts").count == 1)
            }
        }

        @Test func `what the MPD does not lead to is not asked for, but pointed at`() async throws {
            let mpd = Self.mpd(Self.template, bases: "<BaseURL>v/</BaseURL>")
            try await Self.run { _ in
                mpd
            } _: { scene, session, _ in
                let folder = session.playbackUrl.deletingLastPathComponent()
                for path in ["v/other.ts", "../secret", "v/s1.ts.bak"] {
                    let url = try #require(URL(string: folder.absoluteString + path))
                    let answer = try await scene.player.get(url)
                    if answer.status == 307 {
                        let location = try #require(answer.header("Location"))
                        #expect(location.hasPrefix(scene.origin.url("/")))
                    } else {
                        #expect(answer.status == 404)
                    }
                }
                #expect(scene.origin.requests.allSatisfy { $0.target == Self.manifest })
            }
        }

        @Test func `R25: an MPD that is not understood is read at the origin`() async throws {
            try await Scene.run { scene in
                for text in ["<!DOCTYPE MPD []><MPD/>", "<MPD>"] {
                    scene.origin.put(Self.manifest, Array(text.utf8))
                    let session = try await scene.session(Self.manifest)
                    let answer = try await scene.player.get(session.playbackUrl)
                    #expect(answer.status == 307)
                    #expect(answer.header("Location") == scene.origin.url(Self.manifest))
                }
            }
        }

        @Test func `B1 and B33: what redirects to an MPD is one, and the last URL its base`()
            async throws
        {
            try await Scene.run { scene in
                scene.origin.put("/show/v/m", Array(Self.mpd(Self.template).utf8))
                scene.origin.treat("/start.ts", as: .redirect(to: "/show/v/m"))
                let session = try await scene.session("/start.ts")
                #expect(try await scene.player.get(session.playbackUrl).status == 200)
                let url = session.playbackUrl.deletingLastPathComponent().appending(path: "s2.ts")
                #expect(try await scene.player.get(url).body == scene.video.segments[2])
            }
        }

        @Test func `B24 to B28: a live MPD is read anew each time`() async throws {
            func live(_ window: ClosedRange<Int>) -> String {
                Self.mpd(
                    "<SegmentTemplate startNumber=\"\(window.lowerBound)\" media=\"v/s$Number$.ts\">"
                        + "<SegmentTimeline><S t=\"\(2 * window.lowerBound)\" d=\"2\""
                        + " r=\"\(window.count - 1)\"/></SegmentTimeline></SegmentTemplate>",
                    attributes: "type=\"dynamic\" availabilityStartTime=\"2020-01-01T00:00:00Z\""
                        + " minimumUpdatePeriod=\"PT2S\"")
            }
            try await Self.run { _ in
                live(0...1)
            } _: { scene, session, given in
                #expect(given == live(0...1))
                scene.origin.put(Self.manifest, Array(live(2...3).utf8))
                let again = try await scene.player.get(
                    session.playbackUrl, ["If-None-Match: \"x\""])
                #expect(again.body == Array(live(2...3).utf8))
                let url = session.playbackUrl.deletingLastPathComponent()
                let new = try await scene.player.get(url.appending(path: "v/s3.ts"))
                #expect(new.body == scene.video.segments[3])
                let tag = try #require(again.header("ETag"))
                let same = try await scene.player.get(
                    session.playbackUrl, ["If-None-Match: \(tag)"])
                #expect(same.status == 304)
            }
        }

        @Test
        func `R20: any range of a file of segments is answered exactly, and none is the whole`()
            async throws
        {
            try await Scene.run { scene in
                let file = Array(scene.video.segments.joined().prefix(60_000))
                scene.origin.put("/show/v.mp4", file)
                let ranges = [(500, 20_000), (20_000, 40_000), (41_000, 59_000)]
                    .map { "<SegmentURL mediaRange=\"\($0.0)-\($0.1 - 1)\"/>" }.joined()
                let list =
                    "<BaseURL>v.mp4</BaseURL><SegmentList duration=\"2\"><Initialization range=\"0-499\"/>"
                    + "\(ranges)</SegmentList>"
                scene.origin.put(Self.manifest, Array(Self.mpd(list).utf8))
                let session = try await scene.session(Self.manifest)
                _ = try await scene.player.get(session.playbackUrl)
                let url = session.playbackUrl.deletingLastPathComponent().appending(path: "v.mp4")
                for (header, bytes) in [
                    ("0-", 0..<60_000), ("0-499", 0..<500), ("500-19999", 500..<20_000),
                    ("100-50000", 100..<50_001), ("30000-30000", 30_000..<30_001),
                    ("40500-41500", 40_500..<41_501), ("-1500", 58_500..<60_000),
                    ("58999-99999", 58_999..<60_000),
                ] {
                    for _ in 0..<2 {
                        let answer = try await scene.player.get(url, ["Range: bytes=\(header)"])
                        #expect(
                            answer.status == 206 && answer.body == Array(file[bytes]), "\(header)")
                        let range = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/60000"
                        #expect(answer.header("Content-Range") == range)
                    }
                }
                #expect(try await scene.player.get(url).body == file)
                #expect(
                    try await scene.player.get(url, ["Range: bytes=60000-"]).status == 416)
                // The segments came once; what is nobody's comes each time.
                #expect(scene.origin.sent("/show/v.mp4") < 2 * file.count)
            }
        }

        @Test func `an edge node fetches by itself what others play of an MPD`() async throws {
            let mpd = Self.mpd(Self.template, bases: "<BaseURL>v/</BaseURL>")
            try await Scene.run { scene in
                scene.origin.put(Self.manifest, Array(mpd.utf8))
                let edge = try await scene.client(
                    P2PConfiguration(role: .edge, peerInterface: .loopback)
                ).createPlaybackSession(url: scene.url(Self.manifest))
                let viewer = try await scene.session(Self.manifest)
                try await scene.player.until(viewer) { $0.peers == 1 }
                _ = try await scene.player.get(viewer.playbackUrl)
                let folder = viewer.playbackUrl.deletingLastPathComponent()
                let first = try await scene.player.get(folder.appending(path: "v/s0.ts"))
                #expect(first.body == scene.video.segments[0])
                viewer.updateCurrentPositionMs(0)
                viewer.updateBufferedDurationMs(10_000)
                let all = scene.video.byteCount
                try await scene.player.until(edge) { $0.cdnBytes + $0.peerBytes >= all }
            }
        }
    }
}
