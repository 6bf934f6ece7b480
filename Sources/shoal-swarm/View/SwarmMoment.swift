/// What is known of the run at one moment.
struct SwarmMoment: Sendable {
    /// Since the first arrival.
    let seconds: Double
    /// Viewers that the run will have.
    let expected: Int
    let viewers: [ViewerState]
    /// Those that play beside them without an engine.
    var twins: [ViewerState] = []
    /// Faults that are in force, apart from what is to be seen of each viewer.
    let notes: [String]

    var isOver: Bool { viewers.count == expected && (viewers + twins).allSatisfy(\.isOver) }

    var peerBytes: Int { viewers.reduce(0) { $0 + $1.report.peerBytes } }
    var cdnBytes: Int { viewers.reduce(0) { $0 + $1.report.cdnBytes } }

    var offload: Double {
        let all = peerBytes + cdnBytes
        return all == 0 ? 0 : Double(peerBytes) / Double(all)
    }

    /// Share of all media that is to be played, from 0 to 1.
    var progress: Double {
        let shares = viewers.map { viewer in
            if viewer.isOver { return 1.0 }
            let report = viewer.report
            return report.duration > 0 ? report.position / report.duration : 0
        }
        return min(1, shares.reduce(0, +) / Double(max(1, expected)))
    }
}
