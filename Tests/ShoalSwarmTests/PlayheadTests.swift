import Testing

@testable import shoal_swarm

@Suite struct PlayheadTests {
    @Test func `time before the first segment is start-up`() {
        var playhead = Playhead(to: 10, speed: 2)
        playhead.advance(by: 5)
        #expect(playhead.position == 0)
        #expect(playhead.stalls == 0)
    }

    @Test func `the position moves by the speed as far as there is media`() {
        var playhead = Playhead(to: 10, speed: 2)
        playhead.load(to: 4)
        playhead.advance(by: 1)
        #expect(playhead.position == 2)
        #expect(playhead.buffer == 2)
        #expect(playhead.wait(untilBufferIs: 1) == 0.5)
        #expect(playhead.wait(untilBufferIs: 3) == 0)
    }

    @Test func `one stall lasts from the end of the buffer to the next segment`() {
        var playhead = Playhead(to: 10, speed: 2)
        playhead.load(to: 4)
        playhead.advance(by: 2.5)
        #expect(playhead.isStalled)
        playhead.advance(by: 1)
        #expect(playhead.stalls == 1)
        #expect(playhead.stallSeconds == 1.5)
        playhead.load(to: 8)
        #expect(!playhead.isStalled)
        playhead.advance(by: 3)
        #expect(playhead.stalls == 2)
        #expect(playhead.stallSeconds == 2.5)
    }

    @Test func `the end of the media is no stall`() {
        var playhead = Playhead(to: 3, speed: 1)
        playhead.load(to: 4)
        #expect(playhead.isLoaded)
        #expect(playhead.buffer == 4)
        #expect(playhead.playable == 3)
        playhead.advance(by: 60)
        #expect(playhead.isFinished)
        #expect(playhead.position == 3)
        #expect(playhead.stalls == 0)
    }

    @Test func `a jump to what is there plays on, and any other begins again`() {
        var playhead = Playhead(to: 60, speed: 1)
        playhead.load(to: 10)
        playhead.advance(by: 2)
        let begins1 = playhead.seek(to: 6)
        #expect(!begins1)
        #expect(playhead.buffer == 4)
        let begins2 = playhead.seek(to: 33)
        #expect(begins2)
        #expect(playhead.buffer == 0)
        playhead.advance(by: 5)
        #expect(playhead.position == 33)
        #expect(playhead.stalls == 0)
        playhead.load(to: 34)
        playhead.advance(by: 0.5)
        #expect(playhead.position == 33.5)
        let begins3 = playhead.seek(to: 32)
        #expect(begins3)
    }

    @Test func `what is left out is not played, and the stall before it goes on`() {
        var playhead = Playhead(from: 10, to: 60, speed: 1)
        playhead.load(to: 12)
        playhead.advance(by: 3)
        playhead.skip(to: 20)
        playhead.advance(by: 1)
        #expect(playhead.position == 20)
        #expect(playhead.stalls == 1)
        #expect(playhead.stallSeconds == 2)
        playhead.load(to: 22)
        playhead.advance(by: 1)
        #expect(playhead.position == 21)
    }

    @Test func `media that ends sooner is played as far as it goes`() {
        var playhead = Playhead(to: 60, speed: 1)
        playhead.load(to: 4)
        playhead.shorten(to: 4)
        playhead.advance(by: 9)
        #expect(playhead.isFinished)
        #expect(playhead.stalls == 0)
    }
}
