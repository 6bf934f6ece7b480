import Crypto
import Primitives
import Testing

@testable import Engine

/// Parts on the time line of the segments that they belong to.
@Suite struct PartTimelineTests {
    private static let whole = TrackID(1)
    private static let parts = TrackID(2)

    private static func segment(
        _ number: UInt64, _ start: Double, _ duration: Double
    ) -> TrackDescription.Segment {
        TrackDescription.Segment(
            number: number, key: SegmentKey(Bytes32(words: (number, 0, 0, 0))), url: "",
            byteRange: nil, start: .seconds(start), duration: .seconds(duration))
    }

    private static func number(_ segment: UInt64, _ index: Int) -> UInt64 {
        PartNumber(segment: segment, index: index)?.value ?? 0
    }

    /// Places segments of two seconds, and parts of half a second from one of them on.
    private static func place(
        _ first: UInt64, parts firstPart: UInt64, on timeline: inout LiveTimeline
    ) -> TrackDescription {
        let segments = (0..<4).map { Self.segment(first + UInt64($0), 2 * Double($0), 2) }
        let parts = (0..<8).map { index in
            Self.segment(
                number(firstPart + UInt64(index / 4), index % 4),
                2 * Double(firstPart - first) + Double(index) / 2, 0.5)
        }
        let track = TrackDescription(id: whole, segments: segments, isLive: true, bitrate: nil)
        _ = timeline.place(track)
        return timeline.place(
            parts: TrackDescription(
                id: Self.parts, segments: parts, isLive: true, bitrate: nil),
            of: whole, number: first + 3, at: .seconds(6))
    }

    @Test func `parts stay where their segments are while the window moves`() {
        var timeline = LiveTimeline()
        let before = Self.place(100, parts: 103, on: &timeline)
        let after = Self.place(101, parts: 103, on: &timeline)
        #expect(before.segments.map(\.start) == after.segments.map(\.start))
        #expect(before.segments.first?.start == .seconds(206))
    }

    @Test func `viewers with other windows mean the same part`() {
        var (one, two) = (LiveTimeline(), LiveTimeline())
        _ = Self.place(100, parts: 103, on: &one)
        let theirs = Self.place(5, parts: 8, on: &two)
        _ = Self.place(101, parts: 104, on: &two)
        let told = one.shared(.seconds(208.75), on: Self.parts)
        // A player is one and a half parts past the start of segment 104.
        #expect(abs(two.local(told, on: Self.parts).inSeconds - 208.75 - offset(two, one)) < 0.3)
        #expect(theirs.segments.count == 8)
    }

    /// How much later the one time line has segment 104.
    private func offset(_ one: LiveTimeline, _ other: LiveTimeline) -> Double {
        (one.local(.seconds(104), on: Self.whole) - other.local(.seconds(104), on: Self.whole))
            .inSeconds
    }

    @Test func `what is outside of the window is at its end`() {
        var timeline = LiveTimeline()
        _ = Self.place(100, parts: 103, on: &timeline)
        #expect(timeline.local(.zero, on: Self.parts) == .seconds(206))
        #expect(timeline.local(.seconds(3_000_000_000), on: Self.parts) == .seconds(210))
        #expect(timeline.shared(.zero, on: Self.parts) == .seconds(103))
    }

    @Test func `a part's number is that of its segment and its place there`() {
        #expect(PartNumber(segment: 3, index: 2)?.value == 770)
        #expect(PartNumber(segment: 3, index: 256) == nil)
        #expect(PartNumber(segment: 3, index: -1) == nil)
        #expect(PartNumber(segment: 1 << 48, index: 0) == nil)
        let last = PartNumber(segment: 1 << 48 - 1, index: 255)
        #expect(last.map { $0.value < UInt64(Int64.max) } == true)
    }
}
