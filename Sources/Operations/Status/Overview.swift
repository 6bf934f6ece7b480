/// What a service looks like to the operator at one moment: the same form for tracker and node.
///
/// Peers, swarms and networks are named by prefixes alone, which let nobody in and lead to nobody.
package struct Overview: Hashable, Sendable {
    package struct Traffic: Hashable, Sendable {
        package var peerBytes = 0
        package var cdnBytes = 0
        package var storeBytes = 0
        package var uploadedBytes = 0
        package var wastedBytes = 0
        /// Nought is left out.
        package var cdnBytesByReason: [String: Int] = [:]
        /// The share of peers that this audience could reach at best, of 1.
        ///
        /// A swarm fetches each byte once. Nil while nobody plays.
        package var bound: Double?

        package init() {}

        /// Of all bytes that came from elsewhere, from 0 to 1; nil before there are any.
        package var offload: Double? {
            peerBytes + cdnBytes > 0 ? Double(peerBytes) / Double(peerBytes + cdnBytes) : nil
        }

        /// What swarms of so many members could reach together, were all equal: nil without members.
        package static func bound(ofSwarms sizes: [Int]) -> Double? {
            let members = sizes.reduce(0, +)
            guard members > 0 else { return nil }
            return 1 - Double(sizes.count { $0 > 0 }) / Double(members)
        }
    }

    package struct Peer: Hashable, Sendable {
        package let id: String
        /// The network that it is in, or empty where it is not known.
        package var network = ""
        package var isEdge = false
        package var uploads = true
        /// The service itself, among its peers.
        package var isSelf = false
        /// Seconds of media time, where it is known.
        package var positionSeconds: Double?
        package var bufferSeconds: Double?

        package init(id: String) { self.id = id }
    }

    package struct Swarm: Hashable, Sendable {
        package let id: String
        package var members = 0
        package var edges = 0
        /// No more than `mostPeers` of the members.
        package var peers: [Peer] = []

        package init(id: String) { self.id = id }
    }

    package struct Trust: Hashable, Sendable {
        package var attestations = 0
        package var revocations = 0
        package var disputes = 0
        package var complaints = 0
        /// Bytes that peers sent and that were wrong.
        package var wrongBytes = 0
        /// Peers that are not talked to any more, the last ones banned first, no more than `mostPeers`.
        package var banned: [String] = []
        package var bannedCount = 0
        /// Connections, dials and peers that met a limit, by that; nought is left out.
        package var refused: [String: Int] = [:]

        package init() {}
    }

    /// More would make the page long and the answer large, whatever the swarm is.
    package static let mostSwarms = 40
    package static let mostPeers = 64

    package var health: Health
    package var traffic = Traffic()
    package var sessions = 0
    package var swarms: [Swarm] = []
    package var swarmCount = 0
    package var trust = Trust()

    package init(health: Health) {
        self.health = health
    }

    /// The members of `/debug/status`, whose names do not change.
    package var json: [JSONValue.Member] {
        [
            .init("health", health.json), .init("traffic", traffic.json),
            .init("sessions", .int(sessions)), .init("swarmCount", .int(swarmCount)),
            .init("swarms", .array(swarms.prefix(Self.mostSwarms).map(\.json))),
            .init("trust", trust.json),
        ]
    }
}

extension Health {
    fileprivate var json: JSONValue {
        [
            "state": .string(word), "isReady": .bool(isReady),
            "checks": .array(
                checks.map {
                    [
                        "name": .string($0.name), "state": .string($0.state.rawValue),
                        "note": .string($0.note),
                    ]
                }),
        ]
    }
}

extension Overview.Traffic {
    fileprivate var json: JSONValue {
        [
            "offload": .number(offload), "bound": .number(bound), "peerBytes": .int(peerBytes),
            "cdnBytes": .int(cdnBytes), "storeBytes": .int(storeBytes),
            "uploadedBytes": .int(uploadedBytes), "wastedBytes": .int(wastedBytes),
            "cdnBytesByReason": .counts(cdnBytesByReason),
        ]
    }
}

extension Overview.Swarm {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "members": .int(members), "edges": .int(edges),
            "peers": .array(peers.prefix(Overview.mostPeers).map(\.json)),
        ]
    }
}

extension Overview.Peer {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "network": .string(network), "isEdge": .bool(isEdge),
            "isSelf": .bool(isSelf), "uploads": .bool(uploads),
            "positionSeconds": .number(positionSeconds), "bufferSeconds": .number(bufferSeconds),
        ]
    }
}

extension Overview.Trust {
    fileprivate var json: JSONValue {
        [
            "attestations": .int(attestations), "revocations": .int(revocations),
            "disputes": .int(disputes), "complaints": .int(complaints),
            "wrongBytes": .int(wrongBytes), "bannedCount": .int(bannedCount),
            "banned": .array(banned.prefix(Overview.mostPeers).map { .string($0) }),
            "refused": .counts(refused),
        ]
    }
}

extension JSONValue {
    fileprivate static func number(_ value: Double?) -> JSONValue {
        value.map { .double($0) } ?? .null
    }

    /// By name, so that the order stays.
    fileprivate static func counts(_ counts: [String: Int]) -> JSONValue {
        .object(counts.sorted { $0.key < $1.key }.map { Member($0.key, .int($0.value)) })
    }
}
