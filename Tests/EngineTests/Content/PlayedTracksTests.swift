import Primitives
import Testing

@testable import Engine

@Suite struct PlayedTracksTests {
    private let low = TrackID(1)
    private let high = TrackID(2)
    private let sound = TrackID(3)

    private func described() -> PlayedTracks {
        var played = PlayedTracks()
        played.described(low, as: .main)
        played.described(high, as: .main)
        played.described(sound, as: .audio)
        return played
    }

    @Test func `nothing is played before it is asked for`() {
        let played = described()
        #expect(played.tracks.isEmpty)
        #expect(played.main == nil)
    }

    @Test func `sound beside pictures changes nothing as they are asked for in turn`() {
        var played = described()
        let change1 = played.asked(for: sound, at: .zero)
        #expect(change1)
        let change2 = played.asked(for: low, at: .zero)
        #expect(change2)
        for second in 1..<100 {
            let change3 = played.asked(for: sound, at: .seconds(second))
            #expect(!change3)
            let change4 = played.asked(for: low, at: .seconds(second))
            #expect(!change4)
        }
        #expect(played.tracks == [sound, low])
        #expect(played.main == low)
    }

    @Test func `another quality takes the place of the first`() {
        var played = described()
        _ = played.asked(for: low, at: .zero)
        _ = played.asked(for: sound, at: .zero)
        let change5 = played.asked(for: high, at: .seconds(4))
        #expect(change5)
        #expect(played.tracks == [high, sound])
        #expect(played.main == high)
    }

    @Test func `what is not asked for any more is forgotten, and remembered after a jump`() {
        var played = described()
        _ = played.asked(for: low, at: .zero)
        _ = played.asked(for: sound, at: .zero)
        _ = played.asked(for: low, at: .seconds(60))
        #expect(played.tracks == [low, sound])
        let change6 = played.asked(for: low, at: .seconds(61))
        #expect(change6)
        #expect(played.tracks == [low])
        let change7 = played.asked(for: sound, at: .seconds(61))
        #expect(change7)
        #expect(played.tracks == [low, sound])
        // Back to the start: both go on.
        let change8 = played.asked(for: low, at: .zero)
        #expect(!change8)
        let change9 = played.asked(for: sound, at: .zero)
        #expect(!change9)
    }

    @Test func `a track that no playlist described is taken for a main one`() {
        var played = PlayedTracks()
        let change10 = played.asked(for: TrackID(9), at: .zero)
        #expect(change10)
        #expect(played.main == TrackID(9))
    }
}
