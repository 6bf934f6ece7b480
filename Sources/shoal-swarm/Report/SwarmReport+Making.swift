extension SwarmReport {
    /// Adds up what viewers and CDN say; `problems` are those that neither of them knows of.
    init(
        arguments: SwarmArguments, seconds: Double, viewers: [ViewerState],
        twins: [ViewerState] = [], cdnLog: CDNLog?, faults: [Fault], problems: [String]
    ) {
        let reports = viewers.map(\.report)
        let consumption = Consumption(viewers)
        let bytes = viewers.map(Bytes.init).reduce(into: Bytes()) { $0.add($1) }
        let cdn = cdnLog.map { CDN($0, consumption) }
        peers = arguments.peers
        mode = arguments.usesPeers ? "swarm" : "cdn-only"
        isLive = arguments.isLive
        seed = arguments.seed
        self.seconds = seconds
        self.bytes = bytes
        self.cdn = cdn
        offload = Self.share(bytes.peer, of: bytes.peer + bytes.cdn)
        bound = consumption.bound
        points = 100 * (bound - (cdn?.offload ?? offload))
        pointsOfPlayed = points - 100 * Self.share(cdn?.unplayed ?? 0, of: consumption.played)
        cdnCopiesPerSegment =
            cdnLog?.copies.mean ?? Self.ratio(bytes.cdn, to: consumption.distinct)
        wasteShare = Self.ratio(bytes.wasted, to: bytes.peer)
        wrongBytes = Self.sum(reports, \.wrongBytes)
        stalls = Stalls(reports)
        skippedSeconds = Self.sum(reports, \.skippedSeconds)
        latency = Latency(reports)
        retries = Self.sum(reports, \.retries)
        startupMs = Startup(reports)
        seeks = Self.seeks(viewers, twins)
        self.twins = twins.isEmpty ? nil : Twins(twins.map(\.report), beside: reports)
        cdnBytesByReason = reports.reduce(into: [:]) { sums, report in
            sums.merge(report.cdnBytesByReason) { $0 + $1 }
        }
        self.faults = faults
        perPeer = viewers.map(Peer.init)
        self.problems =
            viewers.flatMap { Self.problems($0, "viewer") }
            + twins.flatMap { Self.problems($0, "twin") } + problems
        if arguments.isStrict { self.problems += shortcomings }
    }

    /// The value in the middle, or between the two there, of sorted values; 0 of none.
    static func median(of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// The nearest-rank percentile of sorted values; 0 of none.
    static func percentile(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    fileprivate static func share(_ part: Int, of whole: Int) -> Double { ratio(part, to: whole) }

    private static func ratio(_ part: Int, to whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }

    fileprivate static func sum<Value: AdditiveArithmetic>(
        _ reports: [ViewerReport], _ figure: (ViewerReport) -> Value
    ) -> Value {
        reports.reduce(.zero) { $0 + figure($1) }
    }

    private static func seeks(_ viewers: [ViewerState], _ twins: [ViewerState]) -> [Seek] {
        viewers.flatMap { viewer in
            let others = twins.first { $0.number == viewer.number }?.report.seeks ?? []
            return viewer.report.seeks.enumerated().map { place, seek in
                Seek(
                    viewer: viewer.number, target: seek.target, milliseconds: seek.milliseconds,
                    withoutEngine: others.indices.contains(place) ? others[place].milliseconds : nil
                )
            }
        }
    }

    private static func problems(_ viewer: ViewerState, _ what: String) -> [String] {
        var problems: [String] = []
        if !viewer.isGood {
            let why = viewer.problem.map { ": \($0)" } ?? ""
            problems.append("\(what) \(viewer.number) \(viewer.phase.rawValue)\(why)")
        }
        if viewer.report.wrongBytes > 0 {
            problems.append("\(what) \(viewer.number) got \(viewer.report.wrongBytes) wrong bytes")
        }
        return problems
    }
}

extension SwarmReport.Bytes {
    fileprivate init(_ viewer: ViewerState) {
        let report = viewer.report
        delivered = report.delivered
        peer = report.peerBytes
        cdn = report.cdnBytes
        uploaded = report.uploaded
        wasted = report.wasted
        played = viewer.loaded.values.reduce(0, +)
        // Playlists and what else belongs to no segment passes through, and is not held.
        let held = peer + cdn - (report.cdnBytesByReason["notShareable"] ?? 0)
        unplayed = max(0, held - played)
    }

    fileprivate mutating func add(_ other: Self) {
        delivered += other.delivered
        peer += other.peer
        cdn += other.cdn
        uploaded += other.uploaded
        wasted += other.wasted
        played += other.played
        unplayed += other.unplayed
    }
}

extension SwarmReport.CDN {
    fileprivate init(_ log: CDNLog, _ consumption: Consumption) {
        requests = log.requests
        refused = log.refused
        bytes = log.mediaBytes
        offload = SwarmReport.share(consumption.played - log.mediaBytes, of: consumption.played)
        unplayed = log.bytes { consumption.segments[$0] == nil }
        worstCopies = log.copies.worst
    }
}

extension SwarmReport.Stalls {
    fileprivate init(_ reports: [ViewerReport]) {
        count = SwarmReport.sum(reports, \.stalls)
        seconds = SwarmReport.sum(reports, \.stallSeconds)
    }
}

extension SwarmReport.Startup {
    fileprivate init(_ reports: [ViewerReport]) {
        let startups = reports.compactMap(\.startupMs).sorted()
        p50 = SwarmReport.median(of: startups)
        p95 = SwarmReport.percentile(0.95, of: startups)
    }
}

extension SwarmReport.Latency {
    fileprivate init?(_ reports: [ViewerReport]) {
        let latencies = reports.compactMap(\.latency)
        guard let most = latencies.max() else { return nil }
        self.most = most
        mean = latencies.reduce(0, +) / Double(latencies.count)
    }
}

extension SwarmReport.Twins {
    fileprivate init(_ reports: [ViewerReport], beside viewers: [ViewerReport]) {
        stalls = SwarmReport.Stalls(reports)
        startupMs = SwarmReport.Startup(reports)
        latency = SwarmReport.Latency(reports)
        skippedSeconds = SwarmReport.sum(reports, \.skippedSeconds)
        retries = SwarmReport.sum(reports, \.retries)
        wrongBytes = SwarmReport.sum(reports, \.wrongBytes)
        let other = SwarmReport.Startup(viewers)
        startupDifferenceMs = SwarmReport.Startup(
            p50: other.p50 - startupMs.p50, p95: other.p95 - startupMs.p95)
        stallDifference = SwarmReport.Stalls(viewers).seconds - stalls.seconds
    }
}

extension SwarmReport.Peer {
    fileprivate init(_ viewer: ViewerState) {
        let report = viewer.report
        number = viewer.number
        state = viewer.phase
        problem = viewer.problem
        bytes = SwarmReport.Bytes(viewer)
        wrongBytes = report.wrongBytes
        stalls = SwarmReport.Stalls([report])
        retries = report.retries
        startupMs = report.startupMs
        position = report.position
        duration = report.duration
        cpuSeconds = report.cpuSeconds
        peakMemory = report.peakMemory
    }
}
