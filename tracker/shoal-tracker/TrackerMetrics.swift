import Operations
import Primitives
import TrackerCore
import TrackerServer
import Transport

extension Overview {
    /// What the tracker's clients say of themselves, and who they are.
    mutating func take(_ counters: TrackerServerCounters, _ seen: TrackerOverview) {
        let tracker = counters.tracker
        sessions = counters.sessions
        swarmCount = counters.swarms
        traffic.peerBytes = Int(clamping: tracker.peerBytes)
        traffic.cdnBytes = Int(clamping: tracker.cdnBytes)
        traffic.uploadedBytes = Int(clamping: tracker.uploadedBytes)
        traffic.bound = Traffic.bound(ofSwarms: seen.sizes)
        trust.attestations = tracker.attestations
        trust.revocations = tracker.revocations
        trust.disputes = tracker.disputes
        trust.complaints = tracker.complaints
        trust.refused = counters.refused.filter { $0.value > 0 }
        swarms = seen.swarms.map { Swarm($0) }
    }
}

extension Overview.Swarm {
    fileprivate init(_ seen: TrackerOverview.Swarm) {
        self.init(id: String(seen.id.value.hex.prefix(12)))
        members = seen.population
        edges = seen.edges
        peers = seen.members.map { member in
            var peer = Overview.Peer(id: String(member.peer.value.hex.prefix(16)))
            peer.network = "\(member.network)"
            peer.isEdge = member.isEdge
            peer.uploads = member.uploads
            peer.positionSeconds = Double(member.playheadSeconds)
            return peer
        }
    }
}

extension TrackerServerCounters {
    /// Who was turned away, by why.
    fileprivate var refused: [String: Int] {
        var refused: [String: Int] = [:]
        for (reason, count) in connections.refused { refused["\(reason)"] = count }
        for (reason, count) in credentialsRefused { refused[reason.rawValue, default: 0] += count }
        return refused
    }
}

extension MetricPage {
    /// All numbers of a tracker.
    ///
    /// Every reason is there from the start, so that a graph has no holes.
    init(_ counters: TrackerServerCounters, bans: Int, _ process: ProcessUsage) {
        self.init()
        let tracker = counters.tracker
        gauge("shoal_tracker_sessions", "Clients that have a session.", counters.sessions)
        gauge("shoal_tracker_swarms", "Swarms that have members.", counters.swarms)
        counter(
            "shoal_tracker_sessions_opened_total", "Sessions opened.", tracker.sessionsOpened)
        family(
            "shoal_tracker_sessions_ended_total", .counter, "Sessions ended by the tracker, by why."
        ) { family in
            for reason in SessionEnd.allCases {
                family.sample(tracker.sessionsEnded[reason] ?? 0, ["reason": "\(reason)"])
            }
        }
        family(
            "shoal_tracker_credentials_refused_total", .counter,
            "Credentials that were not accepted, by why."
        ) { family in
            for reason in Admission.Refusal.allCases {
                family.sample(
                    counters.credentialsRefused[reason] ?? 0, ["reason": reason.rawValue])
            }
        }
        counter(
            "shoal_tracker_connections_opened_total", "Connections that became channels.",
            counters.connections.opened)
        family(
            "shoal_tracker_connections_refused_total", .counter,
            "Connections turned away before they cost a handshake, by the limit that they met."
        ) { family in
            for reason in AcceptRefusal.allCases {
                family.sample(
                    counters.connections.refused[reason] ?? 0, ["limit": "\(reason)"])
            }
        }
        family(
            "shoal_tracker_channel_faults_total", .counter, "Channels that clients broke, by how."
        ) { family in
            for fault in ChannelFault.allCases {
                family.sample(counters.faults[fault] ?? 0, ["fault": "\(fault)"])
            }
        }
        counter("shoal_tracker_messages_total", "Messages of clients.", tracker.messages)
        counter(
            "shoal_tracker_messages_dropped_total", "Messages over a session's limit.",
            tracker.messagesDropped)
        counter("shoal_tracker_announces_total", "Announces.", tracker.announces)
        counter(
            "shoal_tracker_announces_unauthorized_total",
            "Announces without the grant that they need.",
            tracker.announcesUnauthorized)
        counter(
            "shoal_tracker_introductions_total", "Peers that clients were told of.",
            tracker.introductions)
        counter(
            "shoal_tracker_grants_used_total", "Grants that opened a swarm.", tracker.grantsUsed)
        family("shoal_tracker_grants_refused_total", .counter, "Grants not accepted, by why.") {
            family in
            for reason in GrantRefusal.allCases {
                family.sample(tracker.grantsRefused[reason] ?? 0, ["reason": reason.rawValue])
            }
        }
        writeTrust(tracker, bans: bans)
        family(
            "shoal_tracker_reported_bytes_total", .counter,
            "Bytes of media, as clients report them, by where they came from or went."
        ) { family in
            family.sample(Int(clamping: tracker.peerBytes), ["source": "peer"])
            family.sample(Int(clamping: tracker.cdnBytes), ["source": "cdn"])
        }
        counter(
            "shoal_tracker_reported_uploaded_bytes_total",
            "Bytes sent to peers, as clients report them.",
            Int(clamping: tracker.uploadedBytes))
        process.write(to: &self)
    }

    private mutating func writeTrust(_ tracker: TrackerCounters, bans: Int) {
        counter("shoal_tracker_reports_total", "Reports of what the CDN served.", tracker.reports)
        counter(
            "shoal_tracker_reports_conflicting_total", "Reports against what others reported.",
            tracker.reportsConflicting)
        counter("shoal_tracker_attestations_total", "Segments attested.", tracker.attestations)
        counter(
            "shoal_tracker_revocations_total", "Attestations taken back.", tracker.revocations)
        counter(
            "shoal_tracker_complaints_total", "Complaints of peers about peers.", tracker.complaints
        )
        counter(
            "shoal_tracker_disputes_total", "Clients' words against an attestation.",
            tracker.disputes)
        gauge("shoal_tracker_banned_clients", "Client keys that are let in no more.", bans)
    }
}
