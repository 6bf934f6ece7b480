/// What the other side of an open channel did wrong for it to end, as far as the channel can tell.
package enum ChannelFault: Hashable, Sendable, CaseIterable {
    case badRecord
    case oversizeRecord
    /// It did not read.
    case stalled
}

extension ChannelCloseReason {
    package var fault: ChannelFault? {
        switch self {
        case .badRecord: .badRecord
        case .oversizeRecord: .oversizeRecord
        case .stalled: .stalled
        case .closedByRemote, .closedByUs, .endWithoutClose, .connectionFailed: nil
        case .handshakeTimedOut, .handshakeRefused: nil
        }
    }
}
