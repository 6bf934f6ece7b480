/// Why a credential is asked for.
package enum CredentialReason: Hashable, Sendable {
    /// There has been none yet.
    case first
    /// The time that it was said to be good for is over, or nearly.
    case expired
    /// The origin has answered 401 or 403 to it.
    case refused
}
