extension SwarmReport {
    /// Adds up what viewers and CDN say.
    ///
    /// `copies` are the CDN's own figures: for each segment that it was asked for, how many times its
    /// length it sent; nil for somebody else's origin, where the viewers' ledgers have to do.
    init(
        arguments: SwarmArguments, seconds: Double, peers: [SwarmMoment.Peer], copies: [Double]?
    ) {
        let reports = peers.map(\.report)
        var bytes = Bytes()
        for report in reports {
            bytes.delivered += report.delivered
            bytes.peer += report.peerBytes
            bytes.cdn += report.cdnBytes
            bytes.uploaded += report.uploaded
            bytes.wasted += report.wasted
        }
        self.peers = arguments.peers
        mode = arguments.usesPeers ? "swarm" : "cdn-only"
        seed = arguments.seed
        self.seconds = seconds
        self.bytes = bytes
        offload = bytes.peer == 0 ? 0 : Double(bytes.peer) / Double(bytes.peer + bytes.cdn)
        bound = 1 - 1 / Double(max(1, arguments.peers))
        let content = reports.map(\.delivered).max() ?? 0
        cdnCopiesPerSegment =
            if let copies {
                copies.isEmpty ? 0 : copies.reduce(0, +) / Double(copies.count)
            } else {
                content == 0 ? 0 : Double(bytes.cdn) / Double(content)
            }
        wrongBytes = reports.reduce(0) { $0 + $1.wrongBytes }
        stalls = Stalls(
            count: reports.reduce(0) { $0 + $1.stalls },
            seconds: reports.reduce(0) { $0 + $1.stallSeconds })
        let startups = reports.compactMap(\.startupMs).sorted()
        startupMs = Startup(
            p50: Self.percentile(0.5, of: startups), p95: Self.percentile(0.95, of: startups))
        cdnBytesByReason = reports.reduce(into: [:]) { sums, report in
            sums.merge(report.cdnBytesByReason) { $0 + $1 }
        }
        perPeer = peers.map { Peer(number: $0.number, state: $0.state, report: $0.report) }
    }

    /// The nearest-rank percentile of sorted values; 0 of none.
    static func percentile(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }
}
