extension SwarmReport {
    /// Adds up what viewers and CDN say; `problems` are those that neither of them knows of.
    init(
        arguments: SwarmArguments, seconds: Double, viewers: [ViewerState], cdnLog: CDNLog?,
        faults: [Fault], problems: [String]
    ) {
        let reports = viewers.map(\.report)
        let bytes = reports.map(Bytes.init).reduce(into: Bytes()) { $0.add($1) }
        peers = arguments.peers
        mode = arguments.usesPeers ? "swarm" : "cdn-only"
        seed = arguments.seed
        self.seconds = seconds
        self.bytes = bytes
        offload = Self.share(bytes.peer, of: bytes.peer + bytes.cdn)
        bound = Self.bound(reports)
        let distinct = Self.distinctBytes(reports)
        cdnCopiesPerSegment =
            cdnLog?.copies.mean ?? (distinct == 0 ? 0 : Double(bytes.cdn) / Double(distinct))
        cdn = cdnLog.map { CDN($0, delivered: bytes.delivered) }
        wrongBytes = reports.reduce(0) { $0 + $1.wrongBytes }
        stalls = Stalls(
            count: reports.reduce(0) { $0 + $1.stalls },
            seconds: reports.reduce(0) { $0 + $1.stallSeconds })
        retries = reports.reduce(0) { $0 + $1.retries }
        let startups = reports.compactMap(\.startupMs).sorted()
        startupMs = Startup(
            p50: Self.percentile(0.5, of: startups), p95: Self.percentile(0.95, of: startups))
        cdnBytesByReason = reports.reduce(into: [:]) { sums, report in
            sums.merge(report.cdnBytesByReason) { $0 + $1 }
        }
        self.faults = faults
        perPeer = viewers.map(Peer.init)
        self.problems = viewers.flatMap(Self.problems) + problems
    }

    /// The most of what came to viewers that can have come from peers.
    ///
    /// Whatever one of them has, the CDN sent once; so it sent at least what the one has that has
    /// most. This counts a viewer that was killed with what it had until then.
    static func bound(_ reports: [ViewerReport]) -> Double {
        let all = reports.reduce(0) { $0 + $1.peerBytes + $1.cdnBytes }
        return share(all - distinctBytes(reports), of: all)
    }

    /// The nearest-rank percentile of sorted values; 0 of none.
    static func percentile(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    fileprivate static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }

    private static func distinctBytes(_ reports: [ViewerReport]) -> Int {
        reports.map { $0.peerBytes + $0.cdnBytes }.max() ?? 0
    }

    private static func problems(_ viewer: ViewerState) -> [String] {
        var problems: [String] = []
        if !viewer.isGood {
            let why = viewer.problem.map { ": \($0)" } ?? ""
            problems.append("viewer \(viewer.number) \(viewer.phase.rawValue)\(why)")
        }
        if viewer.report.wrongBytes > 0 {
            problems.append("viewer \(viewer.number) got \(viewer.report.wrongBytes) wrong bytes")
        }
        return problems
    }
}

extension SwarmReport.Bytes {
    fileprivate init(_ report: ViewerReport) {
        delivered = report.delivered
        peer = report.peerBytes
        cdn = report.cdnBytes
        uploaded = report.uploaded
        wasted = report.wasted
    }

    fileprivate mutating func add(_ other: Self) {
        delivered += other.delivered
        peer += other.peer
        cdn += other.cdn
        uploaded += other.uploaded
        wasted += other.wasted
    }
}

extension SwarmReport.CDN {
    fileprivate init(_ log: CDNLog, delivered: Int) {
        requests = log.requests
        refused = log.refused
        bytes = log.mediaBytes
        offload = SwarmReport.share(delivered - log.mediaBytes, of: delivered)
        worstCopies = log.copies.worst
    }
}

extension SwarmReport.Peer {
    fileprivate init(_ viewer: ViewerState) {
        let report = viewer.report
        number = viewer.number
        state = viewer.phase
        problem = viewer.problem
        bytes = SwarmReport.Bytes(report)
        wrongBytes = report.wrongBytes
        stalls = SwarmReport.Stalls(count: report.stalls, seconds: report.stallSeconds)
        retries = report.retries
        startupMs = report.startupMs
        position = report.position
        duration = report.duration
        cpuSeconds = report.cpuSeconds
        peakMemory = report.peakMemory
    }
}
