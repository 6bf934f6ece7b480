import SwarmCore

extension SwarmSession {
    /// What keeps the session from exchanging anything at all.
    package var obstacle: ExchangeObstacle? {
        if !presence.isEnabledByClient { return .disabledByClient }
        if !presence.isEnabled { return .disabled }
        if !presence.isConsented { return .withoutConsent }
        if tracker.assumeIsolated({ $0.standing }) == .rejected { return .keyRejected }
        if !presence.isAllowed { return .forbidden }
        return presence.isAuthorized ? nil : .unauthorized
    }

    /// Why it has no peer yet, where that is not for want of any.
    package var lack: ExchangeObstacle? {
        if let played = presence.playing, diverging.diverges(played) { return .personalised }
        guard peerCount == 0 else { return nil }
        if tracker.assumeIsolated({ $0.standing }) == .unreachable { return .trackerUnreachable }
        return audience.isTooSmall ? .audienceTooSmall : nil
    }

    /// Whether a tracker has taken the session in, or a peer is there, and nothing keeps them apart.
    package var isReady: Bool {
        let isWelcome = tracker.assumeIsolated { $0.standing } == .welcomed
        return (isWelcome || peerCount > 0) && obstacle == nil && lack == nil
    }

    /// Gives or withdraws the viewer's consent: without it nobody hears of the session.
    package func setConsent(_ isGiven: Bool) {
        guard presence.isConsented != isGiven else { return }
        presence.isConsented = isGiven
        if isGiven {
            join()
        } else {
            let swarm = configuration.keys.swarm
            tracker.assumeIsolated { $0.leave(swarm) }
        }
        exchangeChanged()
    }
}
