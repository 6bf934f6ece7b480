import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct WholeFetchTests {
    private static func uri(_ name: String) throws -> ResolvedURI {
        try #require(ResolvedURI("https://cdn.example/\(name).m3u8"))
    }

    private static func segments(_ numbers: Range<UInt64>, of track: Int) -> [SegmentID] {
        numbers.map { SegmentID(track: TrackID(UInt64(track)), number: $0) }
    }

    private var fetch: WholeFetch
    private let root: ResolvedURI

    init() throws {
        root = try Self.uri("root")
        fetch = WholeFetch(of: root)
    }

    private mutating func actions(
        _ input: (inout WholeFetch, inout [WholeFetch.Action]) -> Void
    ) -> [WholeFetch.Action] {
        var actions: [WholeFetch.Action] = []
        input(&fetch, &actions)
        return actions
    }

    @Test mutating func `two segments are under way, and the next playlist is read after the last`()
        throws
    {
        #expect(actions { $0.start(into: &$1) } == [.read(root)])
        let (high, low) = (try Self.uri("high"), try Self.uri("low"))
        let root = root
        #expect(
            actions {
                $0.named([low, high], by: root)
                $0.read(into: &$1)
            } == [.read(high)])
        let segments = Self.segments(0..<3, of: 1)
        #expect(
            actions {
                $0.listed(segments, into: &$1)
                $0.read(into: &$1)
            } == [.fetch(segments[0]), .fetch(segments[1])])
        #expect(actions { $0.ended(into: &$1) } == [.fetch(segments[2])])
        #expect(actions { $0.ended(into: &$1) }.isEmpty)
        #expect(actions { $0.ended(into: &$1) } == [.read(low)])
    }

    @Test mutating func `what is not there, or lists nothing, does not stop the rest`() throws {
        let (high, low) = (try Self.uri("high"), try Self.uri("low"))
        let root = root
        _ = actions { $0.start(into: &$1) }
        _ = actions {
            $0.named([low, high], by: root)
            $0.read(into: &$1)
        }
        #expect(actions { $0.read(into: &$1) } == [.read(low)])
        #expect(
            actions {
                $0.listed([], into: &$1)
                $0.read(into: &$1)
            }.isEmpty)
    }

    @Test mutating func `a root that lists segments itself is all there is`() {
        _ = actions { $0.start(into: &$1) }
        let segments = Self.segments(5..<6, of: 1)
        #expect(
            actions {
                $0.listed(segments, into: &$1)
                $0.read(into: &$1)
            } == [.fetch(segments[0])])
        #expect(actions { $0.ended(into: &$1) }.isEmpty)
    }
}
