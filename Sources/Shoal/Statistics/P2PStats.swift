import SwarmCore

/// What one session has moved so far, in bytes unless a name says otherwise: a view of its ledger.
///
/// Every number but `peers` only grows, and stays what it was when the session is closed.
public struct P2PStats: Hashable, Sendable {
    /// Verified media bytes that came from peers and were of use.
    public let peerBytes: Int
    /// Bytes that came from the CDN and were of use: media, and what is `notShareable`.
    public let cdnBytes: Int
    /// Media bytes that were read from the store on disk, for the player or for peers.
    public let storeBytes: Int
    /// Media bytes sent to peers.
    public let uploadedBytes: Int
    /// Media bytes that came from peers or CDN and were of no use.
    public let wastedBytes: Int
    /// Bytes of media handed to the player.
    public let deliveredBytes: Int
    /// Bytes to and from peers that carry no media: requests, what each has, hashes, heads of chunks.
    public let controlBytes: Int
    /// Segments of which the CDN's bytes were not those that a publisher, an origin's list or the notary
    /// had vouched for: the player got the CDN's, and no peer did.
    public let disputedSegments: Int
    /// How often the player ran out of media while it played, by the buffers that were reported or by what
    /// it says itself with its requests (`bs` of CMCD), whichever shows more.
    public let stalls: Int
    /// Peers with an open channel.
    public let peers: Int
    /// CDN bytes by the reason for which the CDN was asked; what is nought is left out.
    ///
    /// - `start`: nothing had been played yet, and no peer could be faster.
    /// - `urgent`: the time left was no longer than the CDN itself needs.
    /// - `noPeer`: there was no peer to wait for.
    /// - `late`: peers were asked and were too slow.
    /// - `owner`: this viewer was elected to fetch the segment for the swarm.
    /// - `backup`: those elected before this viewer did not deliver in time.
    /// - `integrity`: bytes of peers were wrong, or nobody could vouch for them.
    /// - `seek`: the player jumped.
    /// - `policy`: the exchange was switched off or not allowed.
    /// - `notShareable`: manifests, keys and media that differ from viewer to viewer.
    /// - `audit`: a random check of what peers had delivered.
    public let cdnBytesByReason: [String: Int]
    /// Wasted bytes by reason; what is nought is left out.
    ///
    /// - `duplicate`: the same bytes had come from elsewhere before.
    /// - `cancelled`: nobody wanted the segment any more before it was whole.
    /// - `integrity`: the bytes did not match their hash.
    /// - `late`: the bytes came after they had been asked of another source.
    public let wastedBytesByReason: [String: Int]
    /// How often a connection, a dial or a peer was refused, by which limit it met.
    public let refusedByReason: [String: Int]
    /// CDN bytes that no peer could have had: `notShareable` and `audit`.
    public let ineligibleCdnBytes: Int

    /// The share of peers in all bytes, from 0 to 1: what the CDN's bill falls by.
    public var offloadRatio: Double { share(of: peerBytes + cdnBytes) }

    /// The share of peers in the bytes that could have come from peers, from 0 to 1.
    public var eligibleOffloadRatio: Double {
        share(of: peerBytes + cdnBytes - ineligibleCdnBytes)
    }

    private func share(of all: Int) -> Double { all > 0 ? Double(peerBytes) / Double(all) : 0 }
}

extension P2PStats {
    init(_ ledger: Ledger, peers: Int, refused: [String: Int], stalls: Int) {
        peerBytes = ledger.peerBytes
        cdnBytes = ledger.originBytes
        storeBytes = ledger.storeBytes
        uploadedBytes = ledger.uploadedBytes
        wastedBytes = ledger.wastedBytes
        deliveredBytes = ledger.deliveredBytes
        controlBytes = ledger.controlBytes
        disputedSegments = ledger.disputedSegments
        ineligibleCdnBytes = ledger.ineligibleOriginBytes
        self.stalls = stalls
        self.peers = peers
        refusedByReason = refused
        cdnBytesByReason = Self.byReason { ledger.originBytes($0) }
        wastedBytesByReason = Self.byReason { ledger.wastedBytes($0) }
    }

    private static func byReason<Reason: CaseIterable>(
        _ bytes: (Reason) -> Int
    ) -> [String: Int] {
        let all = Reason.allCases.map { ("\($0)", bytes($0)) }
        return Dictionary(uniqueKeysWithValues: all).filter { $0.value > 0 }
    }
}
