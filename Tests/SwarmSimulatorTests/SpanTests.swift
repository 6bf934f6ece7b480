import SwarmSimulation
import Testing

@testable import SwarmSimulator

@Suite struct SpanTests {
    private func sample(
        _ seconds: Double, offload: Double, copies: Double, stalled: Int = 0, present: Int = 1
    ) -> SimulationResult.Sample {
        var sample = SimulationResult.Sample()
        sample.seconds = seconds
        sample.offload = offload
        sample.cdnCopies = copies
        sample.stalledViewers = stalled
        sample.presentViewers = present
        return sample
    }

    @Test(arguments: [
        (60.0, 5.0, 5.0), (300, 5, 5), (301, 5, 10), (4_800, 4, 80), (600, 4, 20), (600, 6, 30),
        (600, 7, 35), (600, 7.3, 10),
    ])
    func `a plot has sixty of them at most, of whole segments if that is possible`(
        _ length: Double, _ segment: Double, _ width: Double
    ) {
        #expect(Span.width(ofRun: length, segment: segment) == width)
    }

    @Test func `samples are averaged, and stalls are those of the worst`() {
        let spans = Span.all(
            of: [
                sample(5, offload: 1, copies: 0, stalled: 3),
                sample(10, offload: 0.5, copies: 2, present: 3),
                sample(15, offload: 0.25, copies: 4),
            ], width: 10)
        #expect(spans.map(\.seconds) == [10, 15])
        #expect(spans.map(\.offload) == [0.625, 0.25])
        #expect(spans.map(\.cdnCopies) == [1, 4])
        #expect(spans.map(\.stalledViewers) == [3, 0])
    }

    @Test func `nobody present is no offload`() {
        let spans = Span.all(of: [sample(5, offload: 0, copies: 0, present: 0)], width: 5)
        #expect(spans.map(\.offload) == [0])
    }
}
