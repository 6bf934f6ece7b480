import Primitives
import SwarmCore
import Testing

@Suite struct DivergingTracksTests {
    /// What is answered for each segment that differs, given as track and number.
    private func answers(_ differing: [(track: UInt64, number: UInt64)]) -> [Bool] {
        var tracks = DivergingTracks()
        return differing.map { track, number in
            tracks.differed(SegmentID(track: TrackID(track), number: number))
        }
    }

    @Test func `a track diverges with its third segment, and is found to only once`() {
        #expect(answers([(1, 0), (1, 5), (1, 3), (1, 4)]) == [false, false, true, false])
    }

    @Test func `one segment that differs again and again is one`() {
        #expect(!answers([(1, 0), (1, 0), (1, 0), (1, 1), (1, 1)]).contains(true))
    }

    @Test func `each track is judged by its own`() {
        #expect(
            answers([(1, 0), (2, 0), (1, 1), (2, 1), (2, 2)]) == [false, false, false, false, true])
    }
}
