package import TrackerWire

/// Why the tracker ends a session.
package enum SessionEnd: Hashable, Sendable, CaseIterable {
    case silent
    /// The same client came again on another channel.
    case replaced
    case flooding
    /// It takes nothing off its channel.
    case notReading
    case malformedMessage
    case tooManySwarms
    /// The address, its neighbourhood or the whole tracker holds all the sessions it may.
    case noRoom
    /// Its credentials count no more.
    case revoked
    /// It showed no grant that counts in all the time it had.
    case unauthorized
    case shuttingDown

    /// What the client is told.
    package var refusal: RefusalReason {
        switch self {
        case .silent, .replaced, .notReading: .other
        case .flooding: .tooManyMessages
        case .malformedMessage: .protocolError
        case .tooManySwarms: .tooManySwarms
        case .noRoom: .overloaded
        case .revoked: .revoked
        case .unauthorized: .grantNeeded
        case .shuttingDown: .shuttingDown
        }
    }
}
