import Primitives
import SwarmCore

extension Simulation {
    mutating func sample() {
        let seconds = Double(Measures.span) / 1e9
        measures.sample(at: time, bytesPerSpan: seconds * plan.bytesPerSecond)
        add(.sample, after: Measures.span)
    }

    mutating func result() -> SimulationResult {
        for index in members.indices where members[index].isPresent {
            if let player = members[index].player, let since = player.stalledSince,
                isHonest(index)
            {
                measures.stalled(time - since)
            }
            measures.left(members[index], at: time, plan)
        }
        var result = SimulationResult()
        result.policy = policy
        result.offload = measures.counted.offload
        result.offloadWithWarmUp = measures.whole.offload
        result.cdnBytes = measures.counted.cdn
        result.peerBytes = measures.counted.viewersPeer
        result.playedBytes = measures.played
        result.segments = segmentsCounted
        result.cdnCopiesPerSegment =
            Double(result.cdnBytes) / Double(max(1, result.segments * media.segmentLength))
        players(&result)
        overhead(&result)
        result.events = hash.count
        result.eventHash = hash.description
        result.samples = measures.samples
        return result
    }

    private var segmentsCounted: Int {
        guard media.isLive else { return media.playlistLength }
        return Int(media.latest(at: time)) - Int(media.latest(at: plan.warmUp.wholeNanoseconds))
    }

    private func players(_ result: inout SimulationResult) {
        result.stallSeconds = Double(measures.stallTime) / 1e9
        result.stalls = measures.stalls
        result.stalledViewers = measures.stalledMembers.count
        result.seekSeconds = Double(measures.seekTime) / 1e9
        let startups = measures.startups.sorted()
        if !startups.isEmpty {
            result.startupMedian = Double(startups[startups.count / 2]) / 1e9
            result.startupP95 = Double(startups[startups.count * 95 / 100]) / 1e9
        }
        result.viewersSeen = measures.viewersSeen
        result.viewersFinished = measures.viewersFinished
    }

    private func overhead(_ result: inout SimulationResult) {
        result.busiestUpload = measures.busiest
        let peerBytes = Double(max(1, result.peerBytes))
        let wasted = measures.wastedByReason.values.reduce(0, +)
        result.duplicateShare = Double(wasted) / peerBytes
        result.controlShare = Double(measures.controlBytes) / peerBytes
        result.maxHops = measures.maxHops
        for (reason, bytes) in measures.wastedByReason {
            result.wastedBytesByReason["\(reason)"] = bytes
        }
        for (reason, bytes) in measures.cdnByReason {
            result.cdnBytesByReason["\(reason)"] = bytes
        }
        for kind in Message.Kind.allCases {
            result.messages["\(kind)"] = measures.messages[kind.rawValue]
        }
        result.bannedPeers = measures.banned
        result.wrongBytes = harm.wrongBytes
        result.bannedHonestPeers = harm.bannedHonest
        result.wastePerAttacker = harm.worstWaste
        result.wastePerAttackerOfAll = harm.worstWasteOfAll
        result.violations = measures.violations
        result.sentBytes = measures.sentBytes
        result.arrivedBytes = measures.arrivedBytes
    }
}
