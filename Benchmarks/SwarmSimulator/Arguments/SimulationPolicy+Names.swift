import SwarmSimulation

extension SimulationPolicy {
    /// On the command line.
    var word: String {
        switch self {
        case .swarmWide: "swarm-wide"
        case .cdnOnly: "cdn-only"
        case .neighbourLocal: "neighbour-local"
        case .uniformChoice: "uniform-choice"
        }
    }

    /// In tables and plots.
    var label: String {
        switch self {
        case .swarmWide: "swarm-wide"
        case .cdnOnly: "CDN only"
        case .neighbourLocal: "neighbour-local"
        case .uniformChoice: "uniform choice"
        }
    }
}
