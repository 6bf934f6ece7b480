import SwarmSimulation

/// What one policy made of the trace, as JSON.
struct Figures: Encodable {
    let offload: Double
    let bound: Double
    let cdnCopiesPerSegment: Double
    let stallSeconds: Double
    let stalls: Int
    let stalledViewers: Int
    let seekSeconds: Double
    let startupMedian: Double
    let startupP95: Double
    let busiestUpload: Double
    let duplicateShare: Double
    let maxHops: Int
    let controlShare: Double
    let cdnBytes: Int
    let cdnBytesByReason: [String: Int]
    let peerBytes: Int
    let wastedBytesByReason: [String: Int]
    let playedBytes: Int
    let segments: Int
    let viewersSeen: Int
    let viewersFinished: Int
    let bannedPeers: Int
    let bannedHonestPeers: Int
    let wrongBytes: Int
    let wastePerAttacker: Int
    let wastePerAttackerOfAll: Int
    let offloadWithWarmUp: Double
    let events: UInt64
    let eventHash: String

    init(_ run: Comparison.Run) {
        let result = run.result
        offload = result.offload
        bound = run.bound.offload
        cdnCopiesPerSegment = result.cdnCopiesPerSegment
        stallSeconds = result.stallSeconds
        stalls = result.stalls
        stalledViewers = result.stalledViewers
        seekSeconds = result.seekSeconds
        startupMedian = result.startupMedian
        startupP95 = result.startupP95
        busiestUpload = result.busiestUpload
        duplicateShare = result.duplicateShare
        maxHops = result.maxHops
        controlShare = result.controlShare
        cdnBytes = result.cdnBytes
        cdnBytesByReason = result.cdnBytesByReason
        peerBytes = result.peerBytes
        wastedBytesByReason = result.wastedBytesByReason
        playedBytes = result.playedBytes
        segments = result.segments
        viewersSeen = result.viewersSeen
        viewersFinished = result.viewersFinished
        bannedPeers = result.bannedPeers
        bannedHonestPeers = result.bannedHonestPeers
        wrongBytes = result.wrongBytes
        wastePerAttacker = result.wastePerAttacker
        wastePerAttackerOfAll = result.wastePerAttackerOfAll
        offloadWithWarmUp = result.offloadWithWarmUp
        events = result.events
        eventHash = result.eventHash
    }
}
