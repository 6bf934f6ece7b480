/// What is known of the run at one moment.
struct SwarmMoment: Sendable {
    struct Peer: Sendable {
        let number: Int
        let state: String
        let report: ViewerReport
    }

    /// Since the start of the run.
    let seconds: Double
    let expected: Int
    let peers: [Peer]
    /// Faults that are in force or have happened.
    let notes: [String]

    var peerBytes: Int { peers.reduce(0) { $0 + $1.report.peerBytes } }
    var cdnBytes: Int { peers.reduce(0) { $0 + $1.report.cdnBytes } }

    var offload: Double {
        let all = peerBytes + cdnBytes
        return all == 0 ? 0 : Double(peerBytes) / Double(all)
    }

    /// Share of all media that is to be played, from 0 to 1.
    var progress: Double {
        let shares = peers.map { peer in
            if peer.state == "killed" { return 1.0 }
            let report = peer.report
            return report.duration > 0 ? report.position / report.duration : 0
        }
        return min(1, shares.reduce(0, +) / Double(max(1, expected)))
    }
}
