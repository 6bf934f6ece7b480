import EventLoop
import Foundation
import IOTestSupport
import NodeConfiguration
import Shoal
import SwarmTestSupport
import Testing

@testable import EdgeNode

/// Where a node says that segments of MPDs came from, of which players make the names or ranges by themselves.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DASHSiteTests {
    private static let manifest = "/news/show/manifest.mpd"

    private static func mpd(_ content: String, base: String = "") -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT8S">\(base)
            <Period id="1" start="PT0S"><AdaptationSet mimeType="video/mp4">
            <Representation id="s" bandwidth="400000">\(content)</Representation>
            </AdaptationSet></Period></MPD>
            """.utf8)
    }

    private static let timeline = """
        <SegmentTemplate timescale="1" media="v/$RepresentationID$$Number$.ts" startNumber="0">
        <SegmentTimeline><S t="0" d="2" r="3"/></SegmentTimeline></SegmentTemplate>
        """

    private func meetPeer(_ node: EdgeNode, _ scene: NodeScene) async throws {
        while await node.client.siteStatistics().first?.statistics.peers != 1 {
            try await scene.loop.pass(.milliseconds(10))
        }
    }

    @Test func `a segment whose name is made by a template`() async throws {
        try await NodeScene.run { scene in
            scene.origin.put("/show/manifest.mpd", Self.mpd(Self.timeline))
            try await scene.node { _, address in
                for round in 0..<4 {
                    #expect(try await scene.get(Self.manifest, at: address).status == 200)
                    for number in scene.video.segments.indices {
                        let segment = try await scene.get(
                            "/news/show/v/s\(number).ts", at: address)
                        #expect(segment.body == scene.video.segments[number])
                        #expect(segment.header("X-Cache") == (round == 0 ? "CDN" : "STORE"))
                    }
                }
                for number in scene.video.segments.indices {
                    #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
                }
                try await scene.node { second, address in
                    _ = try await scene.get(Self.manifest, at: address)
                    try await meetPeer(second, scene)
                    for (number, bytes) in scene.video.segments.enumerated() {
                        let segment = try await scene.get(
                            "/news/show/v/s\(number).ts", at: address)
                        #expect(segment.body == bytes)
                        let asked = scene.origin.requests(for: TestVideo.path(number)).count
                        #expect((segment.header("X-Cache") == "CDN") == (asked == 2))
                    }
                    let peerBytes = await second.client.siteStatistics().first?.statistics.peerBytes
                    #expect(try #require(peerBytes) > 0)
                }
            }
        }
    }

    @Test func `a segment at another server, whose name is made by a template`() async throws {
        try await NodeScene.run { scene in
            let base = scene.origin.url("/show/", host: "localhost")
            scene.origin.put(
                "/show/manifest.mpd",
                Self.mpd(Self.timeline, base: "<BaseURL>\(base)</BaseURL>"))
            try await scene.node { _, address in
                for round in 0..<3 {
                    let text = String(
                        decoding: try await scene.get(Self.manifest, at: address).body,
                        as: UTF8.self)
                    let given = try #require(text.firstMatch(of: /<BaseURL>([^<]*)</)).output.1
                    let path = try #require(URL(string: String(given))).path
                    let segment = try await scene.get("\(path)/v/s1.ts", at: address)
                    #expect(segment.body == scene.video.segments[1])
                    #expect(segment.header("X-Cache") == (round == 0 ? "CDN" : "STORE"))
                }
            }
        }
    }

    @Test func `a segment that is a range of an indexed file`() async throws {
        let lengths = [50_000, 60_000, 70_000, 80_000]
        let file = IndexedFile(lengths: lengths)
        try await NodeScene.run { scene in
            scene.origin.put("/show/v/file.mp4", file.bytes)
            scene.origin.put(
                "/show/manifest.mpd",
                Self.mpd(
                    """
                    <BaseURL>v/file.mp4</BaseURL>
                    <SegmentBase indexRange="\(file.index.lowerBound)-\(file.index.upperBound - 1)">
                    <Initialization range="0-\(file.index.lowerBound - 1)"/></SegmentBase>
                    """))
            try await scene.node { _, address in
                for round in 0..<3 {
                    _ = try await scene.get(Self.manifest, at: address)
                    for segment in file.segments {
                        let range = "Range: bytes=\(segment.lowerBound)-\(segment.upperBound - 1)"
                        let answer = try await scene.get(
                            "/news/show/v/file.mp4", at: address, headers: [range])
                        #expect(answer.status == 206)
                        #expect(answer.body == Array(file.bytes[segment]))
                        #expect(answer.header("X-Cache") == (round == 0 ? "CDN" : "STORE"))
                    }
                }
            }
        }
    }
}

/// A file with an index of its segments, as ISO/IEC 14496-12 has it, and nothing else that a player could read.
private struct IndexedFile {
    let bytes: [UInt8]
    let index: Range<Int>
    let segments: [Range<Int>]

    init(lengths: [Int]) {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            Self.number(8 + content.count) + Array(type.utf8) + content
        }
        var file = box("free", [UInt8](repeating: 0, count: 24))
        let start = file.count
        // Version and flags, stream, ticks a second, first time, first offset, count.
        var content = Self.number(0) + Self.number(1) + Self.number(1) + Self.number(0)
        content += Self.number(0) + Self.number(lengths.count)
        for length in lengths {
            content += Self.number(length) + Self.number(2) + Self.number(0x9000_0000)
        }
        file += box("sidx", content)
        index = start..<file.count
        var segments: [Range<Int>] = []
        for (number, length) in lengths.enumerated() {
            segments.append(file.count..<file.count + length)
            file += (0..<length).map { UInt8(truncatingIfNeeded: $0 &* (number + 3)) }
        }
        self.segments = segments
        bytes = file
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
