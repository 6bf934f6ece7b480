/// What the run tells a viewer's process, as one JSON line on its standard input.
struct PeerArguments: Codable, Sendable {
    var sdkKey: String
    var url: String
    /// The folder that the origin serves at its root, or nil for somebody else's origin.
    var folder: String?
    var speed: Double
    var buffer: Double
    var duration: Double?
    var usesPeers: Bool
    /// Bytes a second, or nil.
    var uploadLimit: Int?
}
