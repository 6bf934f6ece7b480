import Foundation
import SwarmSimulation

/// A comparison as one JSON object: the first policy's figures, and those of all by their names.
struct ComparisonDocument: Encodable {
    /// What depends on the machine, and differs from run to run.
    struct Cost: Encodable {
        let seconds: Double
        let cpuSeconds: Double
        let peakMemoryBytes: Int
    }

    private enum CodingKeys: String, CodingKey {
        case kind
        case viewers
        case seed
        case cdnOnlyStallSeconds
        case cleanOffload
        case offloadKept
        case policies
        case cost
    }

    private let comparison: Comparison
    private let cost: Cost

    init(_ comparison: Comparison, cost: Cost) {
        self.comparison = comparison
        self.cost = cost
    }

    func encode(to encoder: any Encoder) throws {
        try comparison.runs.first.map(Figures.init)?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(comparison.plan.kind, forKey: .kind)
        try container.encode(comparison.plan.viewers, forKey: .viewers)
        try container.encode(comparison.plan.seed, forKey: .seed)
        try container.encodeIfPresent(
            comparison.cdnOnly?.result.stallSeconds, forKey: .cdnOnlyStallSeconds)
        try container.encodeIfPresent(comparison.clean?.offload, forKey: .cleanOffload)
        try container.encodeIfPresent(comparison.offloadKept, forKey: .offloadKept)
        let policies = comparison.runs.map { ($0.result.policy.rawValue, Figures($0)) }
        try container.encode(
            Dictionary(uniqueKeysWithValues: policies), forKey: .policies)
        try container.encode(cost, forKey: .cost)
    }

    /// With keys in order, so that two documents can be compared line by line.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
