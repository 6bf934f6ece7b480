import EventLoop
import Testing

@Suite struct LoopErrorTests {
    @Test func `an error is named and explained`() {
        #expect(LoopError.connectionRefused.name == "ECONNREFUSED")
        #expect(LoopError.connectionRefused.description == "ECONNREFUSED: connection refused")
    }
}
