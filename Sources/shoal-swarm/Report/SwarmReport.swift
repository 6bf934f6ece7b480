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
        /// Segments that players got whole.
        var played = 0
        /// Media that engines hold and no player of theirs has had: fetched ahead, or for others.
        var unplayed = 0
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
        /// Media that it sent and that no player has had.
        let unplayed: Int
        /// The most copies that it sent of any segment.
        let worstCopies: Double
    }

    struct Latency: Codable, Sendable {
        /// Seconds.
        var mean: Double
        /// Of the viewer who is furthest behind.
        var most: Double
    }

    /// One jump of a viewer; milliseconds until there was something to play, nothing if never.
    struct Seek: Codable, Sendable {
        let viewer: Int
        let target: Double
        let milliseconds: Double?
        /// Of the same jump of the viewer's twin.
        let withoutEngine: Double?
    }

    /// The twins, who began with the viewers and played the CDN's own URL.
    struct Twins: Codable, Sendable {
        let stalls: Stalls
        let startupMs: Startup
        let latency: Latency?
        let skippedSeconds: Double
        let retries: Int
        let wrongBytes: Int
        /// How much longer the median viewer took to start than the median twin, in milliseconds.
        let startupDifferenceMs: Startup
        /// Seconds that viewers stalled for and twins did not.
        let stallDifference: Double
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
    let isLive: Bool
    let seed: UInt64
    let seconds: Double
    let bytes: Bytes
    /// Share of media bytes that came from peers, from 0 to 1.
    let offload: Double
    /// The most that offload can be: one copy of each segment for all that played it.
    let bound: Double
    /// How far from the bound the share is that the CDN did not have to send, in percent.
    let points: Double
    /// The same if nothing had been fetched that nobody played.
    let pointsOfPlayed: Double
    /// Copies of a segment that left the CDN, averaged over the segments; playlists do not count.
    let cdnCopiesPerSegment: Double
    let cdn: CDN?
    /// Wasted bytes as a share of those that came from peers.
    let wasteShare: Double
    let wrongBytes: Int
    let stalls: Stalls
    /// Of live media: what players had to leave out.
    let skippedSeconds: Double
    let latency: Latency?
    /// Times that players had to ask again.
    let retries: Int
    /// Milliseconds from the wish to play to the first whole segment.
    let startupMs: Startup
    let seeks: [Seek]
    let twins: Twins?
    let cdnBytesByReason: [String: Int]
    let faults: [Fault]
    let perPeer: [Peer]
    /// Why the run is no success; empty when every viewer finished and every byte was right.
    var problems: [String]

    var isGood: Bool { problems.isEmpty }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
