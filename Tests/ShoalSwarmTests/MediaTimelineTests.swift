import Foundation
import Testing

@testable import shoal_swarm

@Suite struct MediaTimelineTests {
    /// A playlist of two-second segments.
    private func playlist(_ numbers: ClosedRange<Int>, isComplete: Bool = false) throws -> Playlist
    {
        let lines =
            ["#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)"]
            + numbers.flatMap { ["#EXTINF:2,", "s\($0).ts"] }
            + (isComplete ? ["#EXT-X-ENDLIST"] : [])
        return Playlist(
            lines.joined(separator: "\n"), at: try #require(URL(string: "http://cdn/live.m3u8")))
    }

    @Test func `what has an end begins at its beginning`() throws {
        var timeline = MediaTimeline()
        let isNews1 = timeline.read(try playlist(0...9, isComplete: true))
        #expect(isNews1)
        #expect(timeline.beginning?.segment.number == 0)
        #expect(timeline.end == 20)
        #expect(timeline.entry(at: 4)?.segment.number == 2)
        #expect(timeline.entry(at: 20) == nil)
    }

    @Test func `live media begins three target durations behind the edge`() throws {
        var timeline = MediaTimeline()
        _ = timeline.read(try playlist(10...17))
        #expect(timeline.beginning?.segment.number == 15)
        #expect(timeline.beginning?.start == 10)
        var short = MediaTimeline()
        _ = short.read(try playlist(10...11))
        #expect(short.beginning?.segment.number == 10)
    }

    @Test func `a window that moves goes on with the line of time`() throws {
        var timeline = MediaTimeline()
        _ = timeline.read(try playlist(10...17))
        let isNews2 = timeline.read(try playlist(12...19))
        #expect(isNews2)
        let isNews3 = timeline.read(try playlist(12...19))
        #expect(!isNews3)
        #expect(timeline.firstCurrent == 12)
        #expect(timeline.entry(19)?.start == 18)
        #expect(timeline.entry(10)?.start == 0)
        #expect(timeline.entry(20) == nil && timeline.entry(9) == nil)
    }

    @Test func `what was missed leaves a gap`() throws {
        var timeline = MediaTimeline()
        _ = timeline.read(try playlist(0...3))
        _ = timeline.read(try playlist(6...9))
        #expect(timeline.entry(5) == nil)
        #expect(timeline.entry(3)?.end == 8)
        #expect(timeline.entry(6)?.start == 12)
        #expect((6...9).allSatisfy { timeline.entry($0)?.segment.number == $0 })
    }

    @Test func `a playlist without news is read again sooner`() throws {
        var timeline = MediaTimeline()
        _ = timeline.read(try playlist(0...3))
        #expect(timeline.reloadInterval(afterNews: true) == 2)
        #expect(timeline.reloadInterval(afterNews: false) == 1)
    }

    @Test func `the end of a channel is news`() throws {
        var timeline = MediaTimeline()
        _ = timeline.read(try playlist(0...3))
        let isNews4 = timeline.read(try playlist(0...3, isComplete: true))
        #expect(isNews4)
        #expect(timeline.isComplete)
    }
}
