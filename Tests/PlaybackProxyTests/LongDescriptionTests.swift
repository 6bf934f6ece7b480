import Engine
import PlaybackProxy
import Primitives
import Testing

/// A long track is told bit by bit, and what comes of that is what telling it at once would give.
@Suite struct LongDescriptionTests {
    /// Segments with gaps between some of them, and of lengths that are no whole numbers.
    private func track(_ count: Int, isLive: Bool) -> TrackDescription {
        let segments = (0..<count).map(segment)
        return TrackDescription(id: TrackID(3), segments: segments, isLive: isLive, bitrate: 5)
    }

    private func segment(_ index: Int) -> TrackDescription.Segment {
        let place = index + index / 7
        let duration = Duration.milliseconds(2_002)
        return TrackDescription.Segment(
            number: UInt64(1_000 + place),
            key: SegmentKey(Bytes32(words: (1, 2, 3, UInt64(index)))),
            url: "https://cdn.example/\(index).ts", byteRange: nil, start: duration * place,
            duration: duration)
    }

    @Test(arguments: [true, false])
    func `each part is short, and together they are the track`(isLive: Bool) throws {
        let track = track(3 * LongDescription.segmentsAtOnce + 5, isLive: isLive)
        var whole = LiveTimeline()
        let expected = whole.place(track).segments
        var timeline = LiveTimeline()
        var catalogue = SegmentCatalogue()
        var told: [TrackDescription.Segment] = []
        var description = try #require(LongDescription(track))
        var parts = 0
        repeat {
            let part = description.part()
            parts += 1
            #expect(part.segments.count <= LongDescription.segmentsAtOnce + 1)
            #expect((part.kept == nil) == (parts == 1))
            let placed = timeline.place(part)
            let change = catalogue.describe(placed)
            #expect(change.left.isEmpty)
            told += part.kept == nil ? placed.segments : try #require(change.added)
        } while !description.isOver
        #expect(parts == 4)
        #expect(told.map(\.number) == expected.map(\.number))
        #expect(told.map(\.start) == expected.map(\.start))
        #expect(told.map(\.key) == expected.map(\.key))
    }

    @Test func `what is short is told at once`() {
        #expect(LongDescription(track(LongDescription.segmentsAtOnce, isLive: true)) == nil)
        #expect(LongDescription(track(LongDescription.segmentsAtOnce + 1, isLive: true)) != nil)
    }
}
