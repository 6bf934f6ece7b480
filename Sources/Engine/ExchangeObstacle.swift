/// Why a session exchanges nothing, as far as the engine knows.
package enum ExchangeObstacle: Hashable, Sendable {
    case disabled
    case withoutConsent
    case keyRejected
    case forbidden
    case unauthorized
    case audienceTooSmall
    case trackerUnreachable
}
