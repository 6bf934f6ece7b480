import Operations
import Primitives
import Shoal
import SwarmCore

extension MetricPage {
    /// All numbers of a node.
    ///
    /// Every reason is there from the start, so that a graph has no holes.
    init(_ sight: NodeSight, _ store: P2PStoreUsage?, _ process: ProcessUsage) {
        self.init()
        gauge("shoal_node_sessions", "Contents that are open.", sight.statistics.count)
        gauge("shoal_node_peers", "Peers with an open channel.", sight.sum(\.peers))
        family(
            "shoal_node_received_bytes_total", .counter,
            "Bytes that were of use, by where they came from."
        ) { family in
            family.sample(sight.sum(\.peerBytes), ["source": "peer"])
            family.sample(sight.sum(\.cdnBytes), ["source": "cdn"])
            family.sample(sight.sum(\.storeBytes), ["source": "store"])
        }
        reasons(
            "shoal_node_cdn_bytes_total", "Bytes from the CDN, by why it was asked.",
            OriginReason.allCases, sight.sums(\.cdnBytesByReason))
        reasons(
            "shoal_node_wasted_bytes_total", "Bytes that were of no use, by why.",
            WasteReason.allCases, sight.sums(\.wastedBytesByReason))
        counter(
            "shoal_node_uploaded_bytes_total", "Bytes of media sent to peers.",
            sight.sum(\.uploadedBytes))
        counter(
            "shoal_node_delivered_bytes_total", "Bytes of media handed to players.",
            sight.sum(\.deliveredBytes))
        counter(
            "shoal_node_control_bytes_total", "Bytes to and from peers that carry no media.",
            sight.sum(\.controlBytes))
        counter(
            "shoal_node_disputed_segments_total",
            "Segments whose CDN bytes were not those that somebody had vouched for.",
            sight.sum(\.disputedSegments))
        counter(
            "shoal_node_stalls_total", "Times that a player ran out of media.", sight.sum(\.stalls))
        family(
            "shoal_node_refusals_total", .counter, "Peers, dials and connections refused, by limit."
        ) { family in
            // They are limits of this program, and so of a bounded number.
            for (limit, count) in sight.sums(\.refusedByReason).sorted(by: { $0.key < $1.key }) {
                family.sample(count, ["limit": limit])
            }
        }
        family(
            "shoal_node_segment_wait_seconds", .histogram,
            "From a player's request to the whole segment, by where its bytes came from."
        ) { family in
            for source in SegmentWaits.Source.allCases {
                family.sample(sight.waits[source], ["source": source.rawValue])
            }
        }
        if let store {
            gauge("shoal_node_store_bytes", "Bytes of media on disk.", store.bytes)
            gauge("shoal_node_store_segments", "Segments on disk.", store.segments)
        }
        process.write(to: &self)
    }

    private mutating func reasons<Reason>(
        _ name: String, _ help: String, _ all: [Reason], _ counts: [String: Int]
    ) {
        family(name, .counter, help) { family in
            for reason in all { family.sample(counts["\(reason)"] ?? 0, ["reason": "\(reason)"]) }
        }
    }
}
