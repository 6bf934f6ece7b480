import Primitives
import Testing

@testable import Origin

/// Random worlds of requests, origins and sources; the seed of one that fails is printed.
@Suite struct CredentialWalkTests {
    private static let time = Duration.seconds(200)

    @Test(arguments: [true, false])
    func `expiries alone are never seen by a player, and cost one question each`(tellsLife: Bool) {
        for seed in UInt64(0)..<100 {
            let life = Duration.seconds(20 + Int64(seed % 17))
            var world = CredentialWorld(
                .init(life: life, tellsLife: tellsLife, forbidden: nil, silence: nil), seed: seed)
            world.run(requests: 100, within: Self.time)
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
            #expect(world.refusedCount == 0, "seed \(seed)")
            // The first credential, and one for each that can have expired meanwhile.
            let most = 1 + Int((Self.time + .seconds(4)) / (life - .seconds(2)))
            #expect((2...most).contains(world.renewals.count), "seed \(seed)")
        }
    }

    @Test func `whatever source and origin do, every request ends, and the source has its peace`() {
        for seed in UInt64(0)..<100 {
            var world = CredentialWorld(
                .init(
                    life: .milliseconds(50 + 170 * Int64(seed % 40)),
                    tellsLife: seed.isMultiple(of: 2), forbidden: 3 + Int(seed % 7), silence: 4),
                seed: seed)
            world.run(requests: 100, within: Self.time)
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
            #expect(world.refusedCount > 0)
            for (index, first) in world.renewals.enumerated() {
                let within = world.renewals[index...].prefix { $0 < first + .seconds(20) }
                #expect(
                    within.count <= RenewalPace.burst + 4,
                    "seed \(seed): \(within.count) at \(first)")
            }
        }
    }
}
