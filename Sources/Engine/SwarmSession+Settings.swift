import SwarmCore

/// What the application decides while the session runs.
extension SwarmSession {
    /// Switches the exchange with peers on or off; playback goes on by the CDN without a gap.
    package func setP2PEnabled(_ enabled: Bool) {
        presence.isEnabled = enabled
        exchangeChanged()
    }

    /// The same for every session of the client: both have to be on.
    package func setP2PEnabledByClient(_ enabled: Bool) {
        guard presence.isEnabledByClient != enabled else { return }
        presence.isEnabledByClient = enabled
        exchangeChanged()
    }

    /// Switches uploads to peers on or off, without a word on what is taken from them.
    package func setUploadEnabled(_ enabled: Bool) {
        guard presence.isUploadEnabled != enabled else { return }
        presence.isUploadEnabled = enabled
        exchangeChanged()
    }

    /// Says whether anybody looks: where nobody does, nothing is uploaded or fetched ahead.
    package func setAttention(_ change: (inout Attention) -> Void) {
        let before = presence.attention
        change(&presence.attention)
        guard presence.attention != before else { return }
        // An edge node has no screen; whoever chooses its tracks chooses them still.
        if !configuration.isEdge { select(presence.fetchedAhead) }
        announceChange(isUrgent: true)
    }
}
