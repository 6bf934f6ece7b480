import Primitives
import SwarmCore
import Testing

@Suite struct OriginRetryTests {
    private let start = Moment(sinceStart: .seconds(100))

    @Test(arguments: [400, 401, 403, 404, 410, 416])
    func `what the origin says for good is not asked again`(_ status: Int) {
        var retry = OriginRetry()
        #expect(retry.failed(.answered(status: status), at: start) == nil)
    }

    @Test(arguments: [429, 500, 502, 503, 504])
    func `what is often over in a moment is asked three times`(_ status: Int) {
        var retry = OriginRetry()
        #expect(retry.failed(.answered(status: status), at: start) == .milliseconds(200))
        #expect(retry.failed(.answered(status: status), at: start) == .milliseconds(400))
        #expect(retry.failed(.answered(status: status), at: start) == nil)
    }

    @Test func `an origin out of reach is tried for a minute, ever more calmly`() {
        var retry = OriginRetry()
        var now = start
        var pauses: [Duration] = []
        while let pause = retry.failed(.interrupted, at: now), pauses.count < 1_000 {
            pauses.append(pause)
            now = now + pause
        }
        #expect(
            pauses.prefix(6)
                == [
                    .milliseconds(200), .milliseconds(400), .milliseconds(800),
                    .milliseconds(1_600), .seconds(2), .seconds(2),
                ])
        #expect(now - start >= .seconds(60) && now - start < .seconds(63))
        #expect(pauses.count < 40)
    }
}
