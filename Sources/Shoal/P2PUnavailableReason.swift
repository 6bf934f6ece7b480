import Engine
import PlaybackProxy

/// Why a session exchanges nothing with peers.
///
/// It is never an error of playback: the `playbackUrl` goes on working, by the CDN alone.
public enum P2PUnavailableReason: Hashable, Sendable {
    /// The application has switched the exchange off for all sessions of the client.
    case disabledByApp
    /// The application has switched the exchange off for this session.
    case disabledBySession
    /// The viewer has not agreed, and the configuration says that he has to.
    case consentMissing
    /// The tracker does not take the SDK key, not any more, or not with the clock of this device.
    case keyRejected
    /// The tracker's policy forbids it.
    case disabledByPolicy
    /// The tracker asks for a grant, and has got none that is good.
    case notAuthorized
    /// There is no tracker for now, and no peer either.
    case trackerUnreachable
    /// The swarm has fewer members than the tracker's policy wants before they share.
    case audienceTooSmall
    /// The URL leads to media that cannot be cut into pieces, such as a radio station.
    case unsupportedMedia
    /// The origin of a media file does not answer ranges, or names nothing that changes with the file.
    case originWithoutRanges
    /// No two viewers get the same bytes of what is played.
    case personalisedMedia
    /// The session or its client is closed.
    case closed

    init(_ obstacle: ExchangeObstacle) {
        switch obstacle {
        case .disabledByClient: self = .disabledByApp
        case .personalised: self = .personalisedMedia
        case .disabled: self = .disabledBySession
        case .withoutConsent: self = .consentMissing
        case .keyRejected: self = .keyRejected
        case .forbidden: self = .disabledByPolicy
        case .unauthorized: self = .notAuthorized
        case .audienceTooSmall: self = .audienceTooSmall
        case .trackerUnreachable: self = .trackerUnreachable
        }
    }

    init(_ reason: PassedThroughReason) {
        switch reason {
        case .originWithoutRanges: self = .originWithoutRanges
        case .unsupportedMedia: self = .unsupportedMedia
        }
    }
}
