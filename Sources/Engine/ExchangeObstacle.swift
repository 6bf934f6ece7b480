/// Why a session exchanges nothing, as far as the engine knows.
package enum ExchangeObstacle: Hashable, Sendable {
    case disabled
    /// For all sessions of the client.
    case disabledByClient
    case withoutConsent
    case keyRejected
    case forbidden
    case unauthorized
    case audienceTooSmall
    case trackerUnreachable
    /// No two viewers get the same bytes.
    case personalised
}
