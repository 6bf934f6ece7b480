/// What one run is made of, as the command line says.
struct SwarmArguments: Sendable {
    enum Media: Sendable, Equatable {
        /// A minute of test picture, made by ffmpeg.
        case generated
        /// A folder that holds `master.m3u8` or another playlist.
        case folder(String)
        /// A playlist of somebody else's origin.
        case url(String)
    }

    enum Fault: Sendable, Equatable {
        case killPeer(at: Double)
        case killTracker(at: Double)
        case stopCDN(at: Double, seconds: Double)
        /// The first viewer uploads at no more than `slowUpload`.
        case slowPeer
    }

    /// A viewer jumps: `at` counts from the first arrival, `target` is in media seconds.
    struct Seek: Sendable, Equatable {
        let viewer: Int
        let at: Double
        let target: Double
    }

    struct Problem: Error, Equatable {
        let description: String
    }

    /// Bytes a second.
    static let slowUpload = 16 << 10

    var peers = 8
    var media = Media.generated
    /// Whether the media is published in real time, as by a channel that is on the air.
    var isLive = false
    /// Media seconds of a segment of the generated video.
    var segmentDuration = 2.0
    /// Seconds between two arrivals.
    var arrival = 1.0
    /// How many times as fast as in real time media is played, or nil for what is usual.
    var chosenSpeed: Double?
    /// Media seconds to play, or nil for all.
    var duration: Double?
    /// Media seconds that a viewer tries to hold ahead.
    var buffer = 20.0
    var seeks: [Seek] = []
    var faults: [Fault] = []
    var json: String?
    /// A folder in which the logs of all processes stay.
    var logs: String?
    var seed: UInt64 = 1
    var usesPeers = true
    /// Whether each viewer has a twin that plays the CDN's own URL.
    var compares = false
    /// Whether the run fails too when viewers are worse off than the engine promises.
    var isStrict = false

    var speed: Double { chosenSpeed ?? (isLive ? 1 : 3) }
}
