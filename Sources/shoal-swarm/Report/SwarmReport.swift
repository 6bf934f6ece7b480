import Foundation

/// What a run came to; the shape of the JSON file.
struct SwarmReport: Codable, Sendable {
    struct Bytes: Codable, Sendable {
        var delivered = 0
        var peer = 0
        var cdn = 0
        var uploaded = 0
        var wasted = 0
    }

    struct Stalls: Codable, Sendable {
        var count = 0
        var seconds = 0.0
    }

    struct Startup: Codable, Sendable {
        var p50: Double
        var p95: Double
    }

    struct Peer: Codable, Sendable {
        let number: Int
        let state: String
        let report: ViewerReport
    }

    let peers: Int
    /// `swarm`, or `cdn-only` for comparison.
    let mode: String
    let seed: UInt64
    let seconds: Double
    let bytes: Bytes
    /// Share of media bytes that came from peers, from 0 to 1.
    let offload: Double
    /// The most that offload can be: one copy of the content for all viewers.
    let bound: Double
    /// Copies of the content that left the CDN, averaged over its segments; playlists are not counted.
    let cdnCopiesPerSegment: Double
    let wrongBytes: Int
    let stalls: Stalls
    /// Milliseconds from the first request to the first whole segment.
    let startupMs: Startup
    let cdnBytesByReason: [String: Int]
    let perPeer: [Peer]

    /// Every viewer that was not killed finished, and saw the origin's bytes.
    var isGood: Bool {
        wrongBytes == 0
            && perPeer.allSatisfy { $0.state == "finished" || $0.state == "killed" }
            && perPeer.contains { $0.state == "finished" }
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
