/// What an application is told when the engine needs a credential from it.
public struct OriginCredentialRequest: Sendable {
    /// Why a credential is needed.
    public enum Reason: Hashable, Sendable {
        /// There has been none yet.
        case first
        /// The last one's time is over, or will be in less than two seconds.
        case expired
        /// The origin has answered 401 or 403 to the last one.
        case refused
    }

    /// Why a credential is needed.
    public let reason: Reason

    /// The one that is to be replaced, or nil if there is none.
    ///
    /// An application with several sessions can tell by it whether it has fetched a newer one meanwhile.
    public let replacing: OriginCredential?
}
