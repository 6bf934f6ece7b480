import Glibc
import Primitives
import SwarmSimulation
import Testing

@Suite struct ArrivalsBoundTests {
    private func bound(
        _ arrivals: [Double], prefetched: Double = 25, seeding: Double = 0,
        in span: ClosedRange<Double> = 0...10_000
    ) -> Double? {
        let bound = ArrivalsBound(
            arrivals: arrivals, film: 100, prefetched: prefetched, seeding: seeding)
        return bound.offload(in: span)
    }

    /// The second has the first beside it for `100 - gap` seconds, and reads 25 ahead.
    @Test(arguments: [(0, 0.5), (25, 0.5), (50, 0.375), (99, 0.13), (100, 0), (500, 0)])
    func `a viewer gets what it can fetch until the one before leaves`(
        _ gap: Double, _ offload: Double
    ) throws {
        #expect(abs(try #require(bound([0, gap])) - offload) < 1e-9)
    }

    @Test func `who stays on shares with those who come later`() throws {
        #expect(abs(try #require(bound([0, 50], seeding: 25)) - 0.5) < 1e-9)
        #expect(abs(try #require(bound([0, 110], seeding: 25)) - 0.2) < 1e-9)
    }

    @Test func `only what is played within the span counts`() throws {
        // The first plays its last 40 seconds, which nobody had; the second 60 that the first has.
        #expect(abs(try #require(bound([0, 40], in: 60...120)) - 0.6) < 1e-9)
        #expect(bound([0], in: 100...200) == nil)
        #expect(bound([]) == nil)
    }

    /// Over many arrivals, chance comes to what the formula says.
    @Test(arguments: [(3.0, 0.25, 0.0), (5, 0.25, 0), (5, 0.1, 0.2)])
    func `on average it is the bound of chance`(
        _ viewers: Double, _ prefetched: Double, _ seeding: Double
    ) throws {
        var random = SeededRandom(seed: 7)
        var arrivals: [Double] = []
        var at = 0.0
        for _ in 0..<200_000 {
            // The gaps of a Poisson process, on average so many in a film of 100.
            at -= log(Double.random(in: 0..<1, using: &random).nextUp) * 100 / viewers
            arrivals.append(at)
        }
        let drawn = bound(
            arrivals, prefetched: 100 * prefetched, seeding: 100 * seeding, in: 1_000...at)
        let formula = FilmBound(viewers: viewers, prefetched: prefetched, seeding: seeding)
        #expect(abs(try #require(drawn) - formula.offload) < 0.003)
    }
}
