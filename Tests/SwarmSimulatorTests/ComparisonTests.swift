import Foundation
import SwarmSimulation
import Testing

@testable import SwarmSimulator

@Suite struct ComparisonTests {
    @Test func `the bound of a broadcast is that of those who are present`() {
        let comparison = Comparison.sample(viewers: 4)
        #expect(comparison.runs.map(\.bound.offload) == [0.75, 0, 0.75, 0.75])
    }

    @Test func `columns are aligned`() {
        let lines = ComparisonTable(.sample()).lines
        #expect(Set(lines.map(\.count)).count == 1)
        #expect(lines[0].hasSuffix("uniform choice"))
        #expect(lines[1].hasPrefix("offload  "))
        #expect(lines.contains { $0.hasPrefix("from the CDN: owner ") && $0.hasSuffix(" 90.00 %") })
    }

    @Test func `the head says what was simulated and what is possible`() {
        let head = ComparisonHead(.sample { $0.slowFraction = 0.3 })
        #expect(head.title == "1000 viewers of a live broadcast")
        #expect(head.details.contains("30 % slow"))
        #expect(head.theory[0] == "bound of offload: 99.9 % (1 - 1/N: one copy of each segment)")
        #expect(head.theory[1].hasSuffix("22.0 s by whole segments"))
    }

    @Test func `JSON has the first policy's figures above those of all`() throws {
        struct Document: Decodable {
            struct Policy: Decodable {
                let offload: Double
                let bound: Double
                let eventHash: String
            }

            let offload: Double
            let bound: Double
            let cdnCopiesPerSegment: Double
            let stallSeconds: Double
            let cdnOnlyStallSeconds: Double?
            let busiestUpload: Double
            let duplicateShare: Double
            let maxHops: Int
            let eventHash: String
            let seed: UInt64
            let policies: [String: Policy]
        }
        let cost = ComparisonDocument.Cost(seconds: 1, cpuSeconds: 1, peakMemoryBytes: 2)
        let text = try ComparisonDocument(.sample(), cost: cost).text()
        let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        #expect(document.offload == 0.998)
        #expect(document.bound == 0.999)
        #expect(document.cdnCopiesPerSegment == 2)
        #expect(document.stallSeconds == 3)
        #expect(document.cdnOnlyStallSeconds == 12)
        #expect(document.policies.count == 4)
        #expect(document.policies["cdnOnly"]?.offload == 0)
        let alone = try ComparisonDocument(.sample(policies: [.swarmWide]), cost: cost).text()
        let other = try JSONDecoder().decode(Document.self, from: Data(alone.utf8))
        #expect(other.cdnOnlyStallSeconds == nil)
    }

    @Test(arguments: [
        ("offload=0.998", nil), ("offload=0.9981", "offload is 0.998, required: 0.9981"),
        ("gap=0.0011", nil), ("gap=0.0009", "gap is 0.001, required: 0.0009"),
        ("copies=2", nil), ("copies=1.9", "copies is 2, required: 1.9"),
        ("stall=0", nil), ("upload=0", nil), ("duplicates=0", nil), ("hops=0", nil),
    ])
    func `a requirement that is not kept is named`(_ text: String, _ failure: String?) throws {
        let failures = Comparison.sample().failures(of: [try Requirement(text)])
        #expect(failures == (failure.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("wrong=0", "wrong is 4096, required: 0"), ("wrong=4096", nil),
        ("bans=1", "bans is 2, required: 1"), ("bans=2", nil),
        ("waste=31.9", "waste is 32, required: 31.9"), ("waste=32", nil),
        ("kept=0.51", "kept is 0.5, required: 0.51"), ("kept=0.5", nil),
    ])
    func `what hostile viewers did is required not to be`(_ text: String, _ failure: String?) throws
    {
        var plan = SimulationPlan.live(viewers: 10)
        plan.hostileFraction = 0.3
        var (clean, result) = (SimulationResult(), SimulationResult())
        clean.offload = 0.8
        result.offload = 0.4
        result.wrongBytes = 4_096
        result.bannedHonestPeers = 2
        result.wastePerAttacker = 32 << 10
        let comparison = Comparison(plan, [(result: result, seconds: 1)], clean: clean)
        let failures = comparison.failures(of: [try Requirement(text)])
        #expect(failures == (failure.map { [$0] } ?? []))
        #expect(comparison.offloadKept == 0.5)
        let table = ComparisonTable(comparison).lines
        #expect(
            table.contains {
                $0.hasPrefix("waste of an attacker at most") && $0.hasSuffix("32 KiB")
            })
    }

    @Test func `stalls that the CDN alone would have had are no failure`() throws {
        let requirement = try Requirement("stall=0")
        let policies: [SimulationPolicy] = [.cdnOnly, .swarmWide]
        #expect(Comparison.sample(policies: policies).failures(of: [requirement]) == [])
        #expect(
            Comparison.sample(policies: [.swarmWide]).failures(of: [requirement])
                == ["stall is 3, required: 0"])
    }
}
