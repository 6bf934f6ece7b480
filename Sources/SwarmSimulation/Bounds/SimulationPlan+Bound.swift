import Primitives
import SwarmCore

extension SimulationPlan {
    /// The bound of the scheduling note for the viewers whom chance made of this plan.
    ///
    /// `present` is how many watch at one time on average, where the plan alone does not say it:
    /// in a broadcast to which viewers come for as long as it lasts.
    package func bound(of policy: SimulationPolicy, present: Double? = nil) -> OffloadBound {
        let trace = Trace(self)
        let live = LiveBound(
            viewers: present ?? Double(viewers), upload: meanUpload(of: trace),
            edgeUpload: Double(edges) * edgeUploadRatio)
        switch policy {
        case .cdnOnly:
            return OffloadBound(offload: 0, limit: .policy)
        case .swarmWide, .uniformChoice:
            return .least(live.ofUplinks, .uplinks, or: ofCopies(live, trace))
        case .neighbourLocal:
            let bound = OffloadBound.least(live.ofUplinks, .uplinks, or: ofCopies(live, trace))
            guard kind == .live else { return bound }
            let local = live.neighbourLocal(degree: degree, besideEdges: edges * edgeDegree)
            return .least(local, .neighbourhoods, or: bound)
        }
    }

    /// What a viewer gives on average, in bitrates; hostile ones give nothing of use.
    private func meanUpload(of trace: Trace) -> Double {
        let viewers = trace.people.filter { !$0.isEdge }
        guard !viewers.isEmpty else { return uploadRatio }
        let sum = viewers.reduce(0) { $0 + ($1.hostile == nil ? $1.uplink : 0) }
        return sum / bytesPerSecond / Double(viewers.count)
    }

    /// How much has to be fetched from the CDN if uplinks are no matter.
    private func ofCopies(_ live: LiveBound, _ trace: Trace) -> OffloadBound {
        guard kind == .vod, case .poisson = arrivals else {
            return OffloadBound(offload: live.ofOneCopy, limit: .oneCopy)
        }
        guard edges == 0 else { return OffloadBound(offload: 1, limit: .keptByEdge) }
        let film = FilmBound(viewers: live.viewers, prefetched: prefetch, seeding: seeding)
        // Those who jump or leave early are not told apart from those who stay.
        let isDrawn = seeksPerHour == 0 && quitsPerHour == 0
        let offload = isDrawn ? offload(ofArrivals: trace) : nil
        return OffloadBound(offload: offload ?? film.offload, limit: .arrivals)
    }

    /// The bound for those who have come, or nil if nobody has while bytes are counted.
    private func offload(ofArrivals trace: Trace) -> Double? {
        guard warmUp <= duration else { return nil }
        let film = filmDuration.inSeconds
        let configuration = ScheduleConfiguration(self, .swarmWide)
        let ahead = max(configuration.prefetchWindow, configuration.windowForOthers)
        let bound = ArrivalsBound(
            arrivals: trace.people.filter { !$0.isEdge }.map { Double($0.arrival) / 1e9 },
            film: film, prefetched: ahead.inSeconds, seeding: film * seeding)
        return bound.offload(in: warmUp.inSeconds...duration.inSeconds)
    }
}
