/// What the run tells a viewer's process, as one JSON line on its standard input.
struct PeerArguments: Codable, Sendable {
    struct Seek: Codable, Sendable, Equatable {
        /// Seconds from the viewer's begin.
        var at: Double
        /// Media seconds.
        var target: Double
    }

    /// How the media gets to the player.
    enum Way: Codable, Sendable, Equatable {
        /// Through an engine that may exchange with others.
        case swarm
        /// Through an engine that only asks the CDN.
        case engineAlone
        /// From this URL of the CDN itself, as if there were no engine.
        case direct(url: String)
    }

    var sdkKey: String
    var url: String
    var way: Way
    /// The folder that the origin serves at its root, or nil for somebody else's origin.
    var folder: String?
    /// Media seconds per second, of media that is not live.
    var speed: Double
    var buffer: Double
    var duration: Double?
    /// When to open the media, in seconds of Unix time.
    var begin = 0.0
    var seeks: [Seek] = []
    /// Bytes a second, or nil.
    var uploadLimit: Int?
}
