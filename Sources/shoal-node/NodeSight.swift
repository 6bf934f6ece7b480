import Engine
import Operations
import Primitives
import Shoal
import SwarmCore

/// All sessions of a node together, at one moment.
struct NodeSight {
    private(set) var statistics: [P2PStats] = []
    private(set) var waits = SegmentWaits()
    private var sights: [SwarmSight] = []
    private var obstacles: [P2PUnavailableReason] = []

    mutating func add(
        _ statistics: P2PStats, _ inspection: SessionInspection, _ obstacle: P2PUnavailableReason?
    ) {
        self.statistics.append(statistics)
        waits.add(inspection.waits)
        sights.append(inspection.sight)
        if let obstacle { obstacles.append(obstacle) }
    }

    func sum(_ bytes: KeyPath<P2PStats, Int>) -> Int {
        statistics.reduce(0) { $0 + $1[keyPath: bytes] }
    }

    func sums(_ bytes: KeyPath<P2PStats, [String: Int]>) -> [String: Int] {
        statistics.reduce(into: [:]) { $0.merge($1[keyPath: bytes], uniquingKeysWith: +) }
    }

    /// Without peers the node works by the CDN, which is less than it could do and no failure.
    var exchangeCheck: Health.Check {
        guard let obstacle = obstacles.first else { return Health.Check("exchange", .ok) }
        return Health.Check(
            "exchange", .degraded,
            note: "\(obstacle): \(obstacles.count) of \(sights.count) sessions")
    }

    /// While it does not answer, newcomers hear of nobody and new segments are not attested.
    var trackerCheck: Health.Check {
        let standings = Set(sights.map(\.tracker))
        if standings.contains(.rejected) {
            return Health.Check("tracker", .degraded, note: "it does not take the SDK key")
        }
        if standings.contains(.unreachable) {
            return Health.Check("tracker", .degraded, note: "no answer")
        }
        if standings.contains(.calling) {
            return Health.Check("tracker", .degraded, note: "no answer yet")
        }
        return Health.Check("tracker", .ok)
    }

    func fill(_ overview: inout Overview) {
        overview.sessions = sights.count
        overview.swarmCount = sights.count
        overview.traffic.peerBytes = sum(\.peerBytes)
        overview.traffic.cdnBytes = sum(\.cdnBytes)
        overview.traffic.storeBytes = sum(\.storeBytes)
        overview.traffic.uploadedBytes = sum(\.uploadedBytes)
        overview.traffic.wastedBytes = sum(\.wastedBytes)
        overview.traffic.cdnBytesByReason = sums(\.cdnBytesByReason)
        overview.traffic.bound = Overview.Traffic.bound(
            ofSwarms: sights.filter { $0.player != nil || !$0.peers.isEmpty }.map {
                $0.peers.count + 1
            })
        overview.trust.disputes = sum(\.disputedSegments)
        overview.trust.wrongBytes = sums(\.wastedBytesByReason)["integrity"] ?? 0
        overview.trust.refused = sums(\.refusedByReason)
        let banned = Set(sights.flatMap(\.banned)).sorted()
        overview.trust.bannedCount = banned.count
        overview.trust.banned = banned.map { String($0.value.hex.prefix(16)) }
        overview.swarms = sights.prefix(Overview.mostSwarms).map(Overview.Swarm.init)
    }
}

extension Overview.Swarm {
    fileprivate init(_ sight: SwarmSight) {
        self.init(id: String(sight.swarm.value.hex.prefix(12)))
        members = sight.peers.count + 1
        edges = sight.peers.count(where: \.isEdge)
        var own = Overview.Peer(id: "here")
        own.isSelf = true
        own.positionSeconds = sight.player?.position.inSeconds
        own.bufferSeconds = sight.player?.buffer.inSeconds
        peers = [own] + sight.peers.map(Overview.Peer.init)
    }
}

extension Overview.Peer {
    fileprivate init(_ sight: PeerSight) {
        self.init(id: String(sight.peer.value.hex.prefix(16)))
        isEdge = sight.isEdge
        uploads = sight.uploads
        positionSeconds = sight.position?.inSeconds
        bufferSeconds = sight.buffer?.inSeconds
    }
}
