import Crypto
import Primitives
import Testing

@testable import Engine

@Suite struct LiveTimelineTests {
    private static let one = TrackID(1)
    private static let two = TrackID(2)

    /// A playlist as it comes, where the first segment begins at zero; durations are seconds.
    private static func window(
        _ first: UInt64, _ durations: [Double], of track: TrackID = one, isLive: Bool = true
    ) -> TrackDescription {
        var start = Duration.zero
        let segments = durations.enumerated().map { index, seconds in
            defer { start += .seconds(seconds) }
            return TrackDescription.Segment(
                number: first + UInt64(index), key: SegmentKey(Bytes32(words: (first, 0, 0, 0))),
                url: "", byteRange: nil, start: start, duration: .seconds(seconds))
        }
        return TrackDescription(id: track, segments: segments, isLive: isLive, bitrate: nil)
    }

    private static func starts(_ track: TrackDescription) -> [Double] {
        track.segments.map { ($0.start.inSeconds * 1_000).rounded() / 1_000 }
    }

    @Test func `a film begins at zero, whatever its first number`() {
        var timeline = LiveTimeline()
        let placed = timeline.place(Self.window(70, [2, 2], isLive: false))
        #expect(Self.starts(placed) == [0, 2])
        #expect(!timeline.isLive(Self.one))
        #expect(timeline.shared(.seconds(3), on: Self.one) == .seconds(3))
        #expect(timeline.local(.seconds(3), on: Self.one) == .seconds(3))
    }

    @Test func `a segment stays where it is while the window moves`() {
        var timeline = LiveTimeline()
        #expect(Self.starts(timeline.place(Self.window(10, [2, 1.5, 2]))) == [20, 22, 23.5])
        #expect(Self.starts(timeline.place(Self.window(11, [1.5, 2, 2]))) == [22, 23.5, 25.5])
        // The same again, and the end of the channel
        #expect(Self.starts(timeline.place(Self.window(11, [1.5, 2, 2]))) == [22, 23.5, 25.5])
        let ended = Self.window(13, [2, 1], isLive: false)
        #expect(Self.starts(timeline.place(ended)) == [25.5, 27.5])
    }

    @Test func `a window that has nothing of the last one goes on behind it`() {
        var timeline = LiveTimeline()
        _ = timeline.place(Self.window(10, [2, 2]))
        #expect(Self.starts(timeline.place(Self.window(12, [2, 2]))) == [24, 26])
        #expect(Self.starts(timeline.place(Self.window(20, [2, 2]))) == [40, 42])
        // The encoder began anew.
        #expect(Self.starts(timeline.place(Self.window(3, [2, 2]))) == [6, 8])
    }

    @Test func `another rendition lies beside the first`() {
        var timeline = LiveTimeline()
        _ = timeline.place(Self.window(10, [1.5, 2, 2]))
        let other = timeline.place(Self.window(11, [2, 2, 2], of: Self.two))
        #expect(Self.starts(other) == [21.5, 23.5, 25.5])
    }

    @Test func `no number is too large, and an empty window is none`() {
        var timeline = LiveTimeline()
        let empty = Self.window(5, [])
        #expect(timeline.place(empty).segments.isEmpty)
        #expect(!timeline.isLive(Self.one))
        _ = timeline.place(Self.window(.max - 1, [2, 2]))
        for seconds in [0.0, 1, 1e9, 3e9] {
            let place = timeline.local(.seconds(seconds), on: Self.one)
            #expect(place >= .zero)
            _ = timeline.shared(place, on: Self.one)
        }
        _ = timeline.place(Self.window(0, [0, 0]))
        _ = timeline.shared(.seconds(1_000), on: Self.one)
        _ = timeline.local(.seconds(1_000), on: Self.one)
    }

    @Test func `viewers that came in at different times mean the same place`() {
        var early = LiveTimeline()
        var late = LiveTimeline()
        _ = early.place(Self.window(0, [3.84, 3.84, 3.84]))
        for number in UInt64(1)...300 {
            _ = early.place(Self.window(number, [3.84, 3.84, 3.84]))
        }
        let placed = late.place(Self.window(301, [3.84, 3.84, 3.84]))
        // A second into number 302; the first viewer's window is one behind.
        let told = late.shared(placed.segments[1].start + .seconds(1), on: Self.one)
        #expect(abs(told.inSeconds - (302 + 1 / 3.84)) < 0.001)
        let heard = early.local(told, on: Self.one)
        #expect(abs(heard.inSeconds - (302 * 3.84 + 1)) < 0.01)
        // Far behind the window, and far ahead
        #expect(abs(early.local(.seconds(200), on: Self.one).inSeconds - 768) < 0.01)
        #expect(abs(early.local(.seconds(400), on: Self.one).inSeconds - 1_536) < 0.01)
        let back = late.shared(late.local(.seconds(250.5), on: Self.one), on: Self.one)
        #expect(abs(back.inSeconds - 250.5) < 0.001)
    }
}
