/// Where one session's credentials for the media origin come from.
///
/// They go with every request of the session to the scheme, host and port of the URL that the
/// application opened: playlists, keys, segments and files alike, also on redirects within that site
/// and on none to another. Peers, the tracker, the disk, logs, errors and what the player is given do not
/// hold them; and they do not tell segments apart, so that viewers with different ones share.
///
/// A credential that the origin refuses with 401 or 403, or that expires, is replaced under the running
/// `playbackUrl`: the provider is asked once, requests that come meanwhile share its answer, and what
/// was refused is asked for once more. What the origin says then, the player gets, unchanged.
public struct OriginCredentials: Sendable {
    /// Makes a credential, as a rule by asking the application's backend.
    ///
    /// It is called on any thread, one call at a time for one session, and has 15 seconds; then, or if it
    /// throws, requests go out with what there is. The task is cancelled when the session is closed.
    /// However often the origin refuses, it is called four times in a row at most, and after that once in
    /// five seconds.
    public typealias Provider =
        @Sendable (OriginCredentialRequest) async throws -> OriginCredential

    enum Kind: Sendable {
        case fixed(OriginCredential)
        case provided(Provider)
    }

    let queryParameter: String?
    let kind: Kind

    /// A token for one parameter of the query, the same for as long as the session lasts.
    ///
    /// - Parameters:
    ///   - token: The value, unescaped.
    ///   - parameter: The name. Parameters of that name which are in a URL already are left out.
    /// - Returns: A source that is never asked again: a refusal of the origin goes through.
    public static func queryToken(_ token: String, parameter: String) -> OriginCredentials {
        OriginCredentials(
            queryParameter: parameter, kind: .fixed(OriginCredential(queryToken: token)))
    }

    /// Credentials that the application makes when they are needed.
    ///
    /// - Parameters:
    ///   - queryParameter: The parameter of the query that tokens go into, in place of what is there under
    ///     that name; nil if credentials have headers alone.
    ///   - provider: Makes a credential; nothing is asked of the origin before the first one.
    /// - Returns: A source that is asked for a credential, and again when that is of no use any more.
    public static func provided(
        queryParameter: String? = nil, by provider: @escaping Provider
    ) -> OriginCredentials {
        OriginCredentials(queryParameter: queryParameter, kind: .provided(provider))
    }
}
