/// Whom this engine serves at a time, and how much of it is queued.
package struct UploadConfiguration: Sendable {
    /// Chunks that one peer may have queued.
    package var chunksPerPeer = 16
    /// Chunks queued for all peers together.
    package var chunksInAll = 64
    /// Peers that are served at a time.
    package var slots = 2
    /// Deadlines this close together count as equal: their peers are served in turn.
    package var turnWindow = Duration.milliseconds(500)
    /// Chunks that a peer is sent before it is another's turn.
    package var chunksPerTurn = 2
    /// How much nearer a deadline must be to take the slot of another peer.
    package var displacementMargin = Duration.seconds(2)
    /// With less time left a request is never spare.
    package var nearDeadline = Duration.seconds(10)
    /// How much later a spare request counts as due: more than players fetch ahead.
    package var spareTime = Duration.seconds(600)
    /// When a peer that found no room may ask again, until it is known how fast chunks go out.
    package var retryAfter = Duration.milliseconds(500)
    /// What a viewer gives at most for what it plays, or nil for no such bound.
    package var fairness: UploadFairness? = UploadFairness()
    /// How what many want soon is spread, or nil to serve by deadlines alone.
    package var spreading: UploadSpreading? = UploadSpreading()

    package init() {}

    /// For an engine that is there to serve: more peers at a time, whatever it took itself.
    package static var edge: UploadConfiguration {
        var configuration = UploadConfiguration()
        configuration.chunksInAll = 512
        configuration.slots = 32
        configuration.fairness = nil
        return configuration
    }
}
