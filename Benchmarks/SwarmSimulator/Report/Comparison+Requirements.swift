import SwarmSimulation

extension Comparison {
    /// A sentence for each requirement that the first policy does not keep.
    func failures(of requirements: [Requirement]) -> [String] {
        requirements.compactMap { requirement in
            let seen = value(of: requirement.measure)
            let isKept =
                switch requirement.measure {
                case .offload, .kept: seen >= requirement.limit
                case .gap, .copies, .stall, .upload, .duplicates, .hops, .wrong, .bans, .waste:
                    seen <= requirement.limit
                }
            guard !isKept else { return nil }
            let limit = NumberText.short(requirement.limit)
            return
                "\(requirement.measure.rawValue) is \(NumberText.short(seen)), required: \(limit)"
        }
    }

    private func value(of measure: Requirement.Measure) -> Double {
        guard let run = runs.first else { return .nan }
        return switch measure {
        case .offload: run.result.offload
        case .gap: run.bound.offload - run.result.offload
        case .copies: run.result.cdnCopiesPerSegment
        case .stall: run.result.stallSeconds - (cdnOnly?.result.stallSeconds ?? 0)
        case .upload: run.result.busiestUpload
        case .duplicates: run.result.duplicateShare
        case .hops: Double(run.result.maxHops)
        case .wrong: Double(run.result.wrongBytes)
        case .bans: Double(run.result.bannedHonestPeers)
        case .waste: Double(run.result.wastePerAttacker) / 1_024
        case .kept: offloadKept ?? 0
        }
    }
}
