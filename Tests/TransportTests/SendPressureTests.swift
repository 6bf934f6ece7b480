import Primitives
import Testing
import Transport

@Suite struct SendPressureTests {
    private let start = Moment.start

    @Test func `a queue that does not move for ten seconds is a stall`() {
        var pressure = SendPressure(ChannelLimits())
        #expect(pressure.deadline == nil)
        #expect(pressure.wrote(100_000, queued: 60_000, at: start) == true)
        #expect(pressure.deadline == start + .seconds(10))
        #expect(pressure.wrote(1_000, queued: 61_000, at: start + .seconds(9)) == true)
        #expect(pressure.timedOut(queued: 61_000, at: start + .seconds(10)) == false)
    }

    @Test func `a queue that moves gets ten seconds more`() {
        var pressure = SendPressure(ChannelLimits())
        #expect(pressure.wrote(100_000, queued: 60_000, at: start) == true)
        #expect(pressure.timedOut(queued: 59_999, at: start + .seconds(10)) == true)
        #expect(pressure.deadline == start + .seconds(20))
        #expect(pressure.timedOut(queued: 59_999, at: start + .seconds(20)) == false)
    }

    @Test func `an empty queue has no deadline`() {
        var pressure = SendPressure(ChannelLimits())
        #expect(pressure.wrote(100, queued: 0, at: start) == true)
        #expect(pressure.deadline == nil)
        #expect(pressure.wrote(100_000, queued: 1, at: start) == true)
        #expect(pressure.drained() == false)
        #expect(pressure.deadline == nil)
    }

    @Test func `an owner waits only for a queue that was long`() {
        var pressure = SendPressure(ChannelLimits())
        #expect(pressure.wrote(100_000, queued: SendPressure.lowWater, at: start) == true)
        #expect(pressure.drained() == false)
        #expect(pressure.wrote(100_000, queued: SendPressure.lowWater + 1, at: start) == true)
        #expect(pressure.drained() == true)
        #expect(pressure.drained() == false)
    }

    @Test func `a queue twice as long as it may be is too long`() {
        var pressure = SendPressure(ChannelLimits())
        let longest = 2 * ChannelLimits().sendBuffer
        #expect(pressure.wrote(longest, queued: longest, at: start) == true)
        #expect(pressure.wrote(1, queued: longest + 1, at: start) == false)
    }
}
