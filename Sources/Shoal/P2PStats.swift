import SwarmCore

/// What one session has moved so far, in bytes unless a name says otherwise: a view of its ledger.
public struct P2PStats: Hashable, Sendable {
    /// Verified media bytes that came from peers and were of use.
    public let peerBytes: Int
    /// Media bytes that came from the CDN and were of use.
    public let cdnBytes: Int
    /// Media bytes sent to peers.
    public let uploadedBytes: Int
    /// Media bytes that came from peers or CDN and were of no use.
    public let wastedBytes: Int
    /// Bytes handed to the player.
    public let deliveredBytes: Int
    /// Segments of which the CDN's bytes were not those that a publisher, an origin's list or the notary
    /// had vouched for: the player got the CDN's, and no peer did.
    public let disputedSegments: Int
    /// Peers with an open channel.
    public let peers: Int
    /// CDN bytes by the reason for which the CDN was asked.
    public let cdnBytesByReason: [String: Int]
    /// How often a connection, a dial or a peer was refused, by which limit it met.
    public let refusedByReason: [String: Int]

    /// The share of media bytes that did not come from the CDN, from 0 to 1.
    public var offloadRatio: Double {
        let all = peerBytes + cdnBytes
        return all == 0 ? 0 : Double(peerBytes) / Double(all)
    }
}

extension P2PStats {
    init(_ ledger: Ledger, peers: Int, refused: [String: Int]) {
        peerBytes = ledger.peerBytes
        cdnBytes = ledger.originBytes
        uploadedBytes = ledger.uploadedBytes
        wastedBytes = ledger.wastedBytes
        deliveredBytes = ledger.deliveredBytes
        disputedSegments = ledger.disputedSegments
        self.peers = peers
        refusedByReason = refused
        cdnBytesByReason = Dictionary(
            uniqueKeysWithValues: OriginReason.allCases.map { ("\($0)", ledger.originBytes($0)) }
        ).filter { $0.value > 0 }
    }
}
