import EdgeNode
import Foundation

/// What a node says of itself, as far as a person at a terminal wants to see it.
struct NodeStatus: Decodable {
    struct Process: Decodable {
        let uptimeSeconds: Double
        let cpuSeconds: Double
        let residentBytes: Int
        let openDescriptors: Int
        let descriptorLimit: Int
    }

    struct Health: Decodable {
        struct Check: Decodable {
            let name: String
            let state: String
            let note: String
        }

        let state: String
        let checks: [Check]
    }

    struct Traffic: Decodable {
        let offload: Double?
        let bound: Double?
        let peerBytes: Int
        let cdnBytes: Int
        let storeBytes: Int
        let uploadedBytes: Int
        let wastedBytes: Int
        let cdnBytesByReason: [String: Int]
    }

    struct Swarm: Decodable {
        let id: String
        let members: Int
        let edges: Int
    }

    struct Trust: Decodable {
        let disputes: Int
        let wrongBytes: Int
        let bannedCount: Int
        let refused: [String: Int]
    }

    let service: String
    let process: Process
    let health: Health
    let traffic: Traffic
    let sessions: Int
    let swarmCount: Int
    let swarms: [Swarm]
    let trust: Trust

    /// Throws `StatusProblem` where it is no status of a node or tracker.
    init(_ json: [UInt8]) throws(StatusProblem) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw StatusProblem("what answers there is no node: \(error)")
        }
    }

    /// Names to the left, values to the right.
    var table: String {
        var rows: [(String, String)] = [
            ("service", "\(service), \(health.state)"),
            ("up", Self.time(process.uptimeSeconds)),
            ("cpu", Self.time(process.cpuSeconds)),
            ("memory", Self.size(process.residentBytes)),
            ("descriptors", "\(process.openDescriptors) of \(process.descriptorLimit)"),
        ]
        rows += health.checks.map {
            ("  \($0.name)", $0.note.isEmpty ? $0.state : "\($0.state): \($0.note)")
        }
        rows += [
            ("sessions", "\(sessions)"),
            ("offload", Self.share(traffic.offload) + " (at best \(Self.share(traffic.bound)))"),
            ("from peers", Self.size(traffic.peerBytes)),
            ("from the CDN", Self.size(traffic.cdnBytes)),
        ]
        rows += Self.counts(traffic.cdnBytesByReason, Self.size)
        rows += [
            ("from the store", Self.size(traffic.storeBytes)),
            ("uploaded", Self.size(traffic.uploadedBytes)),
            ("wasted", Self.size(traffic.wastedBytes)),
            ("swarms", "\(swarmCount)"),
        ]
        rows += swarms.map { ("  \($0.id)", "\($0.members) members, \($0.edges) edges") }
        rows += [
            ("wrong bytes", "\(trust.wrongBytes)"), ("disputes", "\(trust.disputes)"),
            ("banned", "\(trust.bannedCount)"),
        ]
        rows += Self.counts(trust.refused) { "\($0) refused" }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2) + value
        }.joined(separator: "\n")
    }

    private static func counts(
        _ counts: [String: Int], _ text: (Int) -> String
    ) -> [(String, String)] {
        counts.sorted { $0.key < $1.key }.map { ("  \($0.key)", text($0.value)) }
    }

    static func size(_ bytes: Int) -> String {
        var value = Double(bytes)
        for unit in ["B", "KiB", "MiB", "GiB"] {
            if value < 1_024 {
                return unit == "B" ? "\(bytes) B" : String(format: "%.1f %@", value, unit)
            }
            value /= 1_024
        }
        return String(format: "%.1f TiB", value)
    }

    static func time(_ seconds: Double) -> String {
        let whole = Int(clamping: Int64(max(0, min(seconds, 1e15))))
        let (days, rest) = (whole / 86_400, whole % 86_400)
        let clock = String(format: "%02d:%02d:%02d", rest / 3_600, rest / 60 % 60, rest % 60)
        return days > 0 ? "\(days) d \(clock)" : clock
    }

    private static func share(_ share: Double?) -> String {
        share.map { String(format: "%.1f %%", $0 * 100) } ?? "-"
    }
}
