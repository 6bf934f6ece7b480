/// What one viewer's process tells the run, as one JSON line at a time.
struct ViewerReport: Codable, Sendable, Equatable {
    enum Phase: String, Codable, Sendable {
        case starting, playing, stalled, finished, failed
    }

    /// A segment or initialization section that the player got whole.
    struct Loaded: Codable, Sendable, Equatable {
        let name: String
        let bytes: Int
    }

    struct Seek: Codable, Sendable, Equatable {
        /// Media seconds.
        let target: Double
        /// Until there was something to play, or nil if that never was.
        var milliseconds: Double?
    }

    var phase = Phase.starting
    /// Media seconds.
    var position = 0.0
    var buffer = 0.0
    /// Media seconds that are to be played; 0 until the playlist is known.
    var duration = 0.0
    /// Media seconds per second.
    var speed = 1.0
    var delivered = 0
    var peerBytes = 0
    var cdnBytes = 0
    var uploaded = 0
    var wasted = 0
    var peers = 0
    /// Bytes that differ from the origin's.
    var wrongBytes = 0
    var stalls = 0
    var stallSeconds = 0.0
    /// Media seconds that a live playlist no longer named when the player came to them.
    var skippedSeconds = 0.0
    /// Times that the player had to ask again because an answer was no whole segment.
    var retries = 0
    var startupMs: Double?
    var seeks: [Seek] = []
    /// Seconds between the capture of what is shown and now, on average; of live media with dates.
    var latency: Double?
    var cdnBytesByReason: [String: Int] = [:]
    /// What was loaded since the report before.
    var loaded: [Loaded] = []
    /// Of the whole process, player included.
    var cpuSeconds = 0.0
    var peakMemory = 0
    /// Why the viewer failed.
    var problem: String?
}
