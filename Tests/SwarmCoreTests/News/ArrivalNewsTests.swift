import Primitives
import SwarmCore
import Testing

@Suite struct ArrivalNewsTests {
    private let segment = SegmentID(track: TrackID(1), number: 7)

    @Test func `peers hear once for every eight chunks of a long segment, however the prefix grew`()
    {
        var news = ArrivalNews(at: .start)
        let told = [1, 7, 8, 8, 9, 13, 22, 22, 29, 30].filter {
            news.grew(segment, to: $0, of: 64, at: .start) != nil
        }
        #expect(told == [7, 22, 30])
    }

    @Test func `the steps of a short segment are shorter, so that it is relayed early`() {
        func told(_ total: Int) -> [Int] {
            var news = ArrivalNews(at: .start)
            return (1..<total).filter {
                news.grew(segment, to: $0, of: total, at: .start) != nil
            }
        }
        #expect(told(16) == [1, 3, 5, 7, 9, 11, 13, 15])
        #expect(told(3) == [1, 2])
    }

    @Test func `a segment that arrives again is told of anew`() {
        var news = ArrivalNews(at: .start)
        let first = news.grew(segment, to: 16, of: 64, at: .start)
        let again = news.grew(segment, to: 16, of: 64, at: .start)
        news.ended(segment)
        let anew = news.grew(segment, to: 16, of: 64, at: .start)
        #expect([first, again, anew] == [0, nil, 0])
    }

    @Test func `how often a segment was told of is counted for each`() {
        var news = ArrivalNews(at: .start)
        let other = SegmentID(track: TrackID(1), number: 8)
        let told = [segment, segment, other, segment, other].enumerated().map { count, segment in
            news.grew(segment, to: (count + 1) * 8, of: 64, at: .start)
        }
        #expect(told == [0, 1, 0, 2, 1])
    }

    @Test func `a burst of news is cut at what a peer takes, and goes on with time`() {
        var news = ArrivalNews(at: .start)
        func tell(at now: Moment) -> Int {
            (0..<200).count { number in
                news.ended(SegmentID(track: TrackID(1), number: UInt64(number)))
                return news.grew(
                    SegmentID(track: TrackID(1), number: UInt64(number)), to: 8, of: 64, at: now)
                    != nil
            }
        }
        let (burst, second) = (tell(at: .start), tell(at: .start + .seconds(1)))
        #expect(burst == 40)
        #expect(second == 8)
    }
}
