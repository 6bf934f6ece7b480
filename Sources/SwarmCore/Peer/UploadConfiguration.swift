/// How much of this engine's uplink peers get.
package struct UploadConfiguration: Sendable {
    /// Chunks that one peer may have queued.
    package var chunksPerPeer = 16
    /// Chunks queued for all peers together.
    package var chunksInAll = 64
    /// Peers that are served at a time.
    package var slots = 8
    /// Bytes a second for all peers together, or nil for no cap.
    package var bytesPerSecond: Double?
    /// When a peer that found no room may ask again.
    package var retryAfter = Duration.milliseconds(500)

    package init() {}
}
