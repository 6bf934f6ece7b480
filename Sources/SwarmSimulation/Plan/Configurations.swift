import Primitives
import SwarmCore
import TrackerCore

extension ScheduleConfiguration {
    /// A viewer's configuration under a policy.
    init(_ plan: SimulationPlan, _ policy: SimulationPolicy) {
        self.init()
        owners = plan.owners
        switch policy {
        case .swarmWide, .cdnOnly, .neighbourLocal: break
        case .uniformChoice: peerChoice = .uniform
        }
        switch plan.kind {
        case .live: break
        case .vod:
            prefetchWindow = max(prefetchWindow, plan.filmDuration * plan.prefetch)
        }
    }
}

extension TrackerPolicy {
    /// A tracker without limits by address, since the addresses of the simulation mean nothing.
    init(_ plan: SimulationPlan, people: Int) {
        self.init()
        client.maxPeers = plan.degree
        client.announceInterval = plan.announceInterval
        introductions.perPrefix = nil
        introductions.peersPerHour = nil
        introductions.peersPerHourPerAddress = nil
        introductions.trustsEdgeClaims = true
        notary.reporters = plan.owners
        notary.segmentsPerSwarm = max(notary.segmentsPerSwarm, 2 * Media(plan).playlistLength)
        sessions.total = max(sessions.total, people)
        sessions.perAddress = nil
        sessions.perPrefix = nil
        swarms.members = max(swarms.members, people)
    }
}
