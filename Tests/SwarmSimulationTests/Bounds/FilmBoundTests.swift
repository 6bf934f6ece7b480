import SwarmSimulation
import Testing

@Suite struct FilmBoundTests {
    @Test(arguments: [(0.1, 0.048), (1, 0.368), (5, 0.801), (10, 0.900), (1_000, 0.999)])
    func `viewers who keep what they watched`(_ viewers: Double, _ offload: Double) {
        #expect(abs(FilmBound(viewers: viewers).offload - offload) < 0.0005)
    }

    @Test(arguments: [(5, 0.25, 0.0, 0.9423), (10, 0.25, 0, 0.9918), (10, 0, 0.25, 0.9918)])
    func `prefetch and staying on are worth the same`(
        _ viewers: Double, _ prefetched: Double, _ seeding: Double, _ offload: Double
    ) {
        let bound = FilmBound(viewers: viewers, prefetched: prefetched, seeding: seeding)
        #expect(abs(bound.offload - offload) < 0.0001)
    }

    @Test func `more of either is never worth less`() {
        let steps = stride(from: 0.0, through: 1, by: 0.05)
        for viewers in [0.2, 1, 7, 40] {
            let prefetch = steps.map { FilmBound(viewers: viewers, prefetched: $0).offload }
            let seeding = steps.map { FilmBound(viewers: viewers, seeding: $0).offload }
            #expect(prefetch == prefetch.sorted())
            #expect(seeding == seeding.sorted())
            #expect((prefetch + seeding).allSatisfy { (0...1).contains($0) })
        }
    }

    @Test(arguments: [(1, 1.0), (2, 1.5), (100, 5.19), (1_000, 7.49)])
    func `uniform choice loads the viewer in front`(_ viewers: Int, _ upload: Double) {
        #expect(abs(FilmBound.busiestUpload(uniformChoiceAmong: viewers) - upload) < 0.01)
    }
}
