extension P2PClient {
    /// Makes a playback of a content that may be there in two forms, of default and of low latency.
    ///
    /// Where low latency is asked for, it returns once it is known whether that is available, and after
    /// three seconds at the latest; then playback begins in the default mode, and no error is thrown.
    ///
    /// - Parameter configuration: Where both forms are, and what the viewer may use.
    /// - Returns: A playback whose `playbackUrl` can be opened at once.
    /// - Throws: `P2PError.noPlayableSource` without a default source that can be opened, and what
    ///   `createPlaybackSession(url:options:)` throws.
    public func createLatencyPlayback(
        _ configuration: LatencyConfiguration
    ) async throws(P2PError) -> LatencyPlayback {
        try await LatencyPlayback(configuration, for: self)
    }
}
