import Foundation
import SwarmSimulation
import Testing

@Suite struct ExponentialTests {
    @Test func `it is the C library's but for the last digits`() {
        for exponent in stride(from: -700, through: 700, by: 0.37) {
            let expected = exp(exponent)
            #expect(abs(Exponential.of(exponent) - expected) <= expected * 1e-12, "\(exponent)")
        }
    }

    @Test func `the ends`() {
        #expect(Exponential.of(0) == 1)
        #expect(Exponential.of(-10_000) == 0)
        #expect(Exponential.of(-.infinity) == 0)
        #expect(Exponential.of(10_000) == .infinity)
    }
}
