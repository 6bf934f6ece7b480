extension SimulationPlan {
    /// What a slow viewer uploads, in bitrates.
    private static let slowUpload = 0.05

    /// The bound of the scheduling note for this plan.
    ///
    /// `present` is how many watch at one time on average, where the plan alone does not say it:
    /// in a broadcast to which viewers come for as long as it lasts.
    package func bound(of policy: SimulationPolicy, present: Double? = nil) -> OffloadBound {
        let viewers = present ?? Double(viewers)
        let live = LiveBound(
            viewers: viewers, upload: meanUpload, edgeUpload: Double(edges) * edgeUploadRatio)
        switch policy {
        case .cdnOnly:
            return OffloadBound(offload: 0, limit: .policy)
        case .swarmWide, .uniformChoice:
            return .least(live.ofUplinks, .uplinks, or: ofCopies(live))
        case .neighbourLocal:
            let bound = OffloadBound.least(live.ofUplinks, .uplinks, or: ofCopies(live))
            guard kind == .live else { return bound }
            let local = live.neighbourLocal(degree: degree, besideEdges: edges * edgeDegree)
            return .least(local, .neighbourhoods, or: bound)
        }
    }

    private var meanUpload: Double {
        uploadRatio * max(0, 1 - slowFraction - hostileFraction) + Self.slowUpload * slowFraction
    }

    /// How much has to be fetched from the CDN if uplinks are no matter.
    private func ofCopies(_ live: LiveBound) -> OffloadBound {
        guard kind == .vod, case .poisson = arrivals else {
            return OffloadBound(offload: live.ofOneCopy, limit: .oneCopy)
        }
        guard edges == 0 else { return OffloadBound(offload: 1, limit: .keptByEdge) }
        let film = FilmBound(viewers: live.viewers, prefetched: prefetch, seeding: seeding)
        return OffloadBound(offload: film.offload, limit: .arrivals)
    }
}
