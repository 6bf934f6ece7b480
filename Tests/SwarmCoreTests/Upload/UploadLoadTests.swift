import Primitives
import SwarmCore
import Testing

/// How load spreads over viewers of a film, each of whom asks up to eight of those ahead at random,
/// and when time has passed one that cannot refuse.
///
/// Choosing at random is the worst case: without a bound the one in front gives several films.
@Suite struct UploadLoadTests {
    private struct Viewing {
        let servesLate: Bool
        let segments = 60
        let chunksPerSegment = 4
        var uploads: [TestUploads] = []
        var given: [Int] = []
        /// Chunks that were needed soon, and could not be put off.
        var givenLate = 0
        /// Segments that each viewer has; all of them stay.
        var position: [Int] = []
        var originSegments = 0

        var filmChunks: Int { segments * chunksPerSegment }

        /// What the busiest viewer gave, in films.
        var busiest: Double { Double(given.max() ?? 0) / Double(filmChunks) }

        var lateShare: Double { Double(givenLate) / Double(given.reduce(0, +)) }

        mutating func arrive(_ configuration: UploadConfiguration) {
            uploads.append(TestUploads(configuration, peers: 1))
            given.append(0)
            position.append(0)
        }

        /// Everyone takes the next segment.
        mutating func step(using random: inout SeededRandom) {
            for viewer in uploads.indices where position[viewer] < segments {
                if !isServed(viewer, using: &random) { originSegments += 1 }
                uploads[viewer].queue.delivered(
                    chunksPerSegment * ChunkGeometry.chunkSize, at: .start)
                position[viewer] += 1
            }
        }

        private mutating func isServed(
            _ viewer: Int, using random: inout SeededRandom
        ) -> Bool {
            guard viewer > 0 else { return false }
            let isServedEarly = (0..<8).contains { _ in
                let source = Int.random(in: 0..<viewer, using: &random)
                return isServed(by: source, within: .seconds(30))
            }
            guard !isServedEarly, servesLate else { return isServedEarly }
            givenLate += chunksPerSegment
            return isServed(by: .random(in: 0..<viewer, using: &random), within: .seconds(9))
        }

        private mutating func isServed(by source: Int, within time: Duration) -> Bool {
            let admission = uploads[source].ask(0..<chunksPerSegment, by: 1, within: time)
            if admission.isQueued { given[source] += uploads[source].drain().count }
            return admission.isQueued
        }
    }

    private func viewing(
        of viewers: Int, isBounded: Bool = true, servesLate: Bool, seed: UInt64
    ) -> Viewing {
        var configuration = UploadConfiguration()
        configuration.fairness?.burst = 4 * 4 * ChunkGeometry.chunkSize
        configuration.fairness?.fewestPeers = 1
        configuration.fairness?.filling = .zero
        configuration.fairness?.ratio = 1.2
        if !isBounded { configuration.fairness = nil }
        var random = SeededRandom(seed: seed)
        var viewing = Viewing(servesLate: servesLate)
        for _ in 0..<viewers {
            viewing.arrive(configuration)
            viewing.step(using: &random)
        }
        for _ in 0..<viewing.segments { viewing.step(using: &random) }
        return viewing
    }

    @Test(arguments: Seeds.some(2)) func `what can wait brings nobody past 1.3 films`(
        seed: UInt64
    ) {
        #expect(viewing(of: 300, servesLate: false, seed: seed).busiest <= 1.3, "seed \(seed)")
        let unbounded = viewing(of: 300, isBounded: false, servesLate: false, seed: seed)
        #expect(unbounded.busiest > 3, "seed \(seed): \(unbounded.busiest)")
    }

    @Test(arguments: Seeds.some(2))
    func `the bound leaves nobody without, and few to the last moment`(
        seed: UInt64
    ) {
        let viewing = viewing(of: 300, servesLate: true, seed: seed)
        #expect(viewing.originSegments == viewing.segments, "seed \(seed)")
        #expect(viewing.lateShare < 0.05, "seed \(seed): \(viewing.lateShare)")
        #expect(viewing.busiest < 2, "seed \(seed): \(viewing.busiest)")
    }
}
