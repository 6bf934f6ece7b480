import Primitives
import Testing

@testable import SwarmSimulation

@Suite struct EventQueueTests {
    @Test(arguments: Seeds.some(4))
    func `events come in order of time, and in order of adding within a moment`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = EventQueue()
        var expected: [(at: Int64, number: UInt32)] = []
        var number: UInt32 = 0
        var now: Int64 = 0
        func add(at moment: Int64) {
            queue.add(.incident(number), at: moment)
            expected.append((moment, number))
            number += 1
        }
        for _ in 0..<200 { add(at: Int64.random(in: 0...5_000_000_000, using: &random)) }
        var seen: [(at: Int64, number: UInt32)] = []
        while true {
            let hasTurned = queue.turn()
            let known = queue.present.map(\.at)
            guard let event = queue.next() else { break }
            // What comes next is known beforehand, with all that comes with it.
            if hasTurned { #expect(known.min() == event.at, "seed \(seed)") }
            guard case .incident(let number) = event.what else { break }
            seen.append((event.at, number))
            now = event.at
            guard expected.count < 5_000 else { continue }
            let spans: [Int64] = [0, 1_000, 200_000, 3_000_000, 900_000_000, 9_000_000_000]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let span = spans.randomElement(using: &random) ?? 0
                add(at: now + Int64.random(in: 0...span, using: &random))
            }
        }
        expected.sort { ($0.at, $0.number) < ($1.at, $1.number) }
        #expect(seen.map(\.number) == expected.map(\.number), "seed \(seed)")
        #expect(queue.count == 0)
    }

    @Test(arguments: Seeds.some(3)) func `exponential times have a mean of one`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let times = (0..<100_000).map { _ in random.nextExponential() }
        let mean = times.reduce(0, +) / Double(times.count)
        let above = Double(times.count { $0 > 1 }) / Double(times.count)
        #expect(abs(mean - 1) < 0.02, "seed \(seed)")
        #expect(abs(above - 0.3679) < 0.01, "seed \(seed)")
    }
}
