import Primitives
import Testing

@testable import Engine

@Suite struct SegmentCatalogueTests {
    private static let track = TrackID(1)

    private static func key(_ number: UInt64) -> SegmentKey {
        SegmentKey(Bytes32(words: (0, 0, 0, number)))
    }

    private static func id(_ number: UInt64) -> SegmentID {
        SegmentID(track: track, number: number)
    }

    private static func description(
        _ numbers: Range<UInt64>, of track: TrackID = track, firstKey: UInt64 = 0
    ) -> TrackDescription {
        let segments = numbers.map { number in
            TrackDescription.Segment(
                number: number, key: key(firstKey + number), url: "http://cdn/s\(number).ts",
                byteRange: nil, start: .seconds(Int64(2 * number)), duration: .seconds(2))
        }
        return TrackDescription(id: track, segments: segments, isLive: true, bitrate: nil)
    }

    @Test func `a segment is found by id and by key`() {
        var catalogue = SegmentCatalogue()
        let change = catalogue.describe(Self.description(0..<3))
        #expect(change.left.isEmpty && change.replaced.isEmpty)
        #expect(catalogue.segment(Self.id(2))?.url == "http://cdn/s2.ts")
        #expect(catalogue.key(of: Self.id(2)) == Self.key(2))
        #expect(catalogue.id(of: Self.key(2)) == Self.id(2))
        #expect(catalogue.segment(Self.id(3)) == nil)
        #expect(catalogue.id(of: Self.key(3)) == nil)
    }

    @Test func `what left a moving window stays known until it is forgotten`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<3))
        let change = catalogue.describe(Self.description(2..<5))
        #expect(change.left == [Self.id(0), Self.id(1)])
        #expect(change.replaced.isEmpty)
        #expect(!catalogue.isCurrent(Self.id(1)))
        #expect(catalogue.segment(Self.id(1)) != nil)
        catalogue.forget(Self.id(1))
        #expect(catalogue.segment(Self.id(1)) == nil)
        #expect(catalogue.id(of: Self.key(1)) == nil)
        #expect(catalogue.isCurrent(Self.id(4)))
    }

    @Test func `the same playlist again changes nothing`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<3))
        let change = catalogue.describe(Self.description(0..<3))
        #expect(change.left.isEmpty && change.replaced.isEmpty)
        #expect(catalogue.id(of: Self.key(0)) == Self.id(0))
    }

    @Test func `a number that means another segment now is not found by the old key`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<3))
        let change = catalogue.describe(Self.description(0..<3, firstKey: 100))
        #expect(change.replaced == (0..<3).map(Self.id))
        #expect(catalogue.key(of: Self.id(0)) == Self.key(100))
        #expect(catalogue.id(of: Self.key(100)) == Self.id(0))
        #expect(catalogue.id(of: Self.key(0)) == nil)
    }

    @Test func `tracks stay apart`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<3))
        _ = catalogue.describe(Self.description(0..<2, of: TrackID(2), firstKey: 50))
        #expect(catalogue.describe(Self.description(1..<3)).left == [Self.id(0)])
        #expect(catalogue.id(of: Self.key(50)) == SegmentID(track: TrackID(2), number: 0))
        #expect(catalogue.trackIDs == [TrackID(1), TrackID(2)])
    }

    /// A description that leaves out what goes on: of the rest, keys count from `firstKey`.
    private static func ends(
        _ numbers: Range<UInt64>, keeping kept: Range<UInt64>, firstKey: UInt64 = 0
    ) -> TrackDescription {
        let all = description(numbers, firstKey: firstKey)
        return TrackDescription(
            id: track, segments: all.segments.filter { !kept.contains($0.number) }, kept: kept,
            isLive: true, bitrate: nil)
    }

    @Test func `a description of the ends is one of all`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<100))
        let change = catalogue.describe(Self.ends(2..<103, keeping: 10..<90))
        #expect(change.left == [Self.id(0), Self.id(1)] && change.replaced.isEmpty)
        #expect(change.added?.map(\.number) == [100, 101, 102])
        #expect(catalogue.segments(of: Self.track).map(\.number) == Array(2..<103))
        #expect((2..<103).allSatisfy { catalogue.key(of: Self.id($0)) == Self.key($0) })
        #expect(catalogue.isCurrent(Self.id(50)) && !catalogue.isCurrent(Self.id(1)))
        #expect(catalogue.key(of: Self.id(1)) == Self.key(1))
        catalogue.forget(Self.id(1))
        #expect(catalogue.key(of: Self.id(1)) == nil)
    }

    @Test func `ends that mean something else are no mere advance`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<100))
        let change = catalogue.describe(Self.ends(8..<100, keeping: 10..<98, firstKey: 1_000))
        #expect(change.left == (0..<8).map { Self.id($0) })
        #expect(change.replaced == [8, 9, 98, 99].map { Self.id($0) })
        #expect(catalogue.id(of: Self.key(99)) == nil)
        #expect(catalogue.id(of: Self.key(1_099)) == Self.id(99))
        #expect(catalogue.id(of: Self.key(97)) == Self.id(97))
        // The end of the window is another, with fewer.
        let shorter = catalogue.describe(Self.ends(8..<98, keeping: 10..<97, firstKey: 1_000))
        #expect(shorter.added == nil)
        #expect(shorter.left == [Self.id(98), Self.id(99)])
        #expect(shorter.replaced == [Self.id(97)])
    }

    @Test func `what left and comes back with other bytes is replaced`() {
        var catalogue = SegmentCatalogue()
        _ = catalogue.describe(Self.description(0..<3))
        _ = catalogue.describe(Self.description(1..<3))
        let change = catalogue.describe(Self.description(0..<3, firstKey: 50))
        #expect(Set(change.replaced) == [Self.id(0), Self.id(1), Self.id(2)])
        #expect(catalogue.key(of: Self.id(0)) == Self.key(50))
    }
}
