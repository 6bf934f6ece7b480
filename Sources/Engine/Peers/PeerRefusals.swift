package import SwarmCore
package import Transport

/// How often a swarm's peers were kept out, left alone or sent away; counts only grow.
package struct PeerRefusals: Hashable, Sendable {
    /// Those who came to us.
    package internal(set) var connections = AcceptCounters()
    /// Those whom we were to dial.
    package internal(set) var dials = DialBudget.Refusals()
    /// Those who did what no peer of ours does.
    package internal(set) var violations: [PeerViolation: Int] = [:]
    /// Those who broke the channel itself.
    package internal(set) var faults: [ChannelFault: Int] = [:]

    package init() {}

    /// Under names that say which of the four, without those that are zero.
    package var byReason: [String: Int] {
        var reasons: [String: Int] = [
            "connection.abandoned": connections.abandoned,
            "connection.displaced": connections.displaced, "dial.address": dials.byAddress,
            "dial.open": dials.byOpenChannels, "dial.neighbourhood": dials.byNeighbourhood,
            "dial.budget": dials.byBudget, "dial.rule": dials.byRule,
        ]
        for (refusal, count) in connections.refused { reasons["connection.\(refusal)"] = count }
        for (violation, count) in violations { reasons["peer.\(violation)"] = count }
        for (fault, count) in faults { reasons["channel.\(fault)"] = count }
        return reasons.filter { $0.value > 0 }
    }
}
