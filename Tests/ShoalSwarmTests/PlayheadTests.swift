import Testing

@testable import shoal_swarm

@Suite struct PlayheadTests {
    @Test func `time before the first segment is start-up`() {
        var playhead = Playhead(duration: 10, speed: 2)
        playhead.advance(by: 5)
        #expect(playhead.position == 0)
        #expect(playhead.stalls == 0)
    }

    @Test func `the position moves by the speed as far as there is media`() {
        var playhead = Playhead(duration: 10, speed: 2)
        playhead.load(4)
        playhead.advance(by: 1)
        #expect(playhead.position == 2)
        #expect(playhead.buffer == 2)
        #expect(playhead.wait(untilBufferIs: 1) == 0.5)
        #expect(playhead.wait(untilBufferIs: 3) == 0)
    }

    @Test func `one stall lasts from the end of the buffer to the next segment`() {
        var playhead = Playhead(duration: 10, speed: 2)
        playhead.load(4)
        playhead.advance(by: 2.5)
        #expect(playhead.isStalled)
        playhead.advance(by: 1)
        #expect(playhead.stalls == 1)
        #expect(playhead.stallSeconds == 1.5)
        playhead.load(4)
        #expect(!playhead.isStalled)
        playhead.advance(by: 3)
        #expect(playhead.stalls == 2)
        #expect(playhead.stallSeconds == 2.5)
    }

    @Test func `the end of the media is no stall`() {
        var playhead = Playhead(duration: 3, speed: 1)
        playhead.load(4)
        #expect(playhead.isLoaded)
        #expect(playhead.buffer == 3)
        playhead.advance(by: 60)
        #expect(playhead.isFinished)
        #expect(playhead.position == 3)
        #expect(playhead.stalls == 0)
    }
}
