import Foundation

/// What a run came to; the shape of the JSON file.
struct SwarmReport: Codable, Sendable {
    struct Bytes: Codable, Sendable {
        /// To players.
        var delivered = 0
        var peer = 0
        var cdn = 0
        var uploaded = 0
        /// Came, and was of no use.
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

    /// What the CDN's own log says; there is none of somebody else's origin.
    struct CDN: Codable, Sendable {
        let requests: Int
        let refused: Int
        /// Media that left it, playlists not counted.
        let bytes: Int
        /// Share of what players got that it did not have to send.
        let offload: Double
        /// The most copies that it sent of any segment.
        let worstCopies: Double
    }

    struct Fault: Codable, Sendable, Equatable {
        /// Since the first arrival.
        let seconds: Double
        let what: String
    }

    struct Peer: Codable, Sendable {
        let number: Int
        let state: ViewerState.Phase
        let problem: String?
        let bytes: Bytes
        let wrongBytes: Int
        let stalls: Stalls
        let retries: Int
        /// Milliseconds, or nothing if it never got a segment.
        let startupMs: Double?
        /// Media seconds.
        let position: Double
        let duration: Double
        let cpuSeconds: Double
        let peakMemory: Int
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
    /// Copies of a segment that left the CDN, averaged over the segments; playlists do not count.
    let cdnCopiesPerSegment: Double
    let cdn: CDN?
    let wrongBytes: Int
    let stalls: Stalls
    /// Times that players had to ask again.
    let retries: Int
    /// Milliseconds from the first request to the first whole segment.
    let startupMs: Startup
    let cdnBytesByReason: [String: Int]
    let faults: [Fault]
    let perPeer: [Peer]
    /// Why the run is no success; empty when every viewer finished and every byte was right.
    let problems: [String]

    var isGood: Bool { problems.isEmpty }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
