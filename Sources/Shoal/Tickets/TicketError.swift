/// Why a ticket does not play; another ticket may.
///
/// Errors of a resolver, of a session that cannot be made and of the player itself come as they are.
public struct TicketError: Error, Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case refused
    }

    let code: Code

    /// The media origin has answered 401 or 403 to the player, also after the credential was replaced.
    public static let refused = TicketError(code: .refused)

    /// A fixed name of the error without dynamic values, fit for a metric label.
    public var shortDescription: String { "\(code)" }
}

extension TicketError: CustomStringConvertible {
    public var description: String { "the media origin refuses what the ticket opens" }
}
