import Primitives
import Store
import Testing

@testable import Engine

@Suite struct DiskHealthTests {
    private static func at(_ seconds: Int) -> Moment { Moment(nanoseconds: 0) + .seconds(seconds) }

    @Test func `a disk that failed is not written for half a minute`() {
        var health = DiskHealth()
        #expect(health.mayWrite(at: Self.at(0)))
        health.failed(.full, at: Self.at(10))
        #expect(health.fault == .full)
        #expect(!health.mayWrite(at: Self.at(39)))
        #expect(health.mayWrite(at: Self.at(40)))
        #expect(health.fault == .full, "until something was written")
        health.wrote()
        #expect(health.fault == nil)
    }

    @Test func `nothing is read while a read is overdue`() {
        var health = DiskHealth()
        #expect(health.mayRead)
        health.isLate()
        #expect(!health.mayRead)
        health.answered()
        #expect(health.mayRead)
    }
}
