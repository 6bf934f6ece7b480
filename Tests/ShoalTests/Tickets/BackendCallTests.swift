import Origin
import Primitives
import Testing

@testable import Shoal

/// How long a backend is waited for, in virtual time, and what each end of a call is.
@Suite struct BackendCallTests {
    private func after(_ duration: Duration) -> Moment { Moment(sinceStart: duration) }

    private static func give(_ text: String, to call: inout BackendCall) {
        unsafe Array(text.utf8).withUnsafeBytes { unsafe call.received($0) }
    }

    @Test func `fifteen seconds are for the whole answer, however it trickles in`() {
        var call = BackendCall(at: after(.seconds(100)))
        for _ in 0..<14 {
            Self.give(" ", to: &call)
            #expect(call.timerFired(at: after(.milliseconds(114_999))) == nil)
        }
        #expect(call.deadline == after(.seconds(115)))
        #expect(call.timerFired(at: call.deadline) == .failure(.timedOut))
    }

    @Test func `what comes in time is the answer, and comes once`() {
        var call = BackendCall(at: after(.zero))
        Self.give(#"{"ok":"#, to: &call)
        Self.give("true}", to: &call)
        #expect(call.finished() == .success(Array(#"{"ok":true}"#.utf8)))
        Self.give("more", to: &call)
        #expect(call.finished() == nil)
        #expect(call.failed(OriginError.connectionLost) == nil)
        #expect(call.timerFired(at: call.deadline) == nil)
    }

    @Test(
        arguments: [
            (.connectFailed, .unreachable), (.resolveFailed, .unreachable), (.tls, .unreachable),
            (.connectionLost, .unreachable), (.shortBody, .unreachable),
            (.protocolError, .unreachable), (.timedOut, .timedOut), (.tooLarge, .tooLong),
            (.cancelledByClose, .clientClosed),
        ] as [(OriginError, BackendError)])
    func `each way to fail has its error`(error: OriginError, expected: BackendError) {
        var call = BackendCall(at: after(.zero))
        Self.give("half an answ", to: &call)
        #expect(call.failed(error) == .failure(expected))
        #expect(call.finished() == nil)
    }
}
