import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct SegmentedFileMapTests {
    /// A head of 100 bytes, segments at 120..<200 and 200..<300, and 10 bytes after them.
    private func map() throws -> SegmentedFileMap {
        let base = try #require(ResolvedURI("http://h/m.mpd"))
        let text = """
            <MPD mediaPresentationDuration="PT4S"><Period><AdaptationSet><Representation id="v">
            <BaseURL>v.mp4</BaseURL><SegmentList duration="2"><SegmentURL mediaRange="120-199"/>
            <SegmentURL mediaRange="200-299"/></SegmentList></Representation></AdaptationSet></Period>
            </MPD>
            """
        let manifest = try #require(DASHManifest.parse(Array(text.utf8), from: base))
        let segments = manifest.representations[0].segments(at: nil)
        return try #require(
            SegmentedFileMap(
                head: Array(0..<100), length: 310, headers: [("ETag", "\"x\"")],
                segments: segments, track: TrackID(7)))
    }

    private func segment(_ number: UInt64) -> SegmentID {
        SegmentID(track: TrackID(7), number: number)
    }

    @Test func `any range is made of head, segments and what lies between them`() throws {
        let map = try map()
        #expect(
            map.parts(of: 0..<310) == [
                .head(0..<100), .origin(100..<120), .segment(segment(1), 0..<80),
                .segment(segment(2), 0..<100), .origin(300..<310),
            ])
        #expect(map.parts(of: 0..<1) == [.head(0..<1)])
        #expect(
            map.parts(of: 99..<121) == [
                .head(99..<100), .origin(100..<120), .segment(segment(1), 0..<1),
            ])
        #expect(map.parts(of: 130..<140) == [.segment(segment(1), 10..<20)])
        #expect(
            map.parts(of: 199..<201) == [
                .segment(segment(1), 79..<80), .segment(segment(2), 0..<1),
            ])
        #expect(map.parts(of: 305..<310) == [.origin(305..<310)])
        #expect(map.parts(of: 50..<50).isEmpty)
        for first in 0..<310 {
            for last in first..<310 {
                let range = first..<last + 1
                #expect(map.parts(of: range).reduce(0) { $0 + $1.count } == range.count)
            }
        }
    }

    @Test func `what a peer cannot give is somewhere in the file`() throws {
        let map = try map()
        #expect(map.range(of: segment(2), 5..<9) == 205..<209)
        #expect(map.range(of: segment(9), 5..<9) == nil)
        #expect(map.entityTag == "\"x\"")
    }

    @Test func `segments that do not fit make no map`() throws {
        let segments = try map().segments
        for (head, length) in [(100, 299), (121, 310)] {
            #expect(
                SegmentedFileMap(
                    head: [UInt8](repeating: 0, count: head), length: length, headers: [],
                    segments: segments, track: TrackID(7)) == nil)
        }
        #expect(
            SegmentedFileMap(head: [], length: 1, headers: [], segments: [], track: TrackID(7))
                == nil)
    }
}
