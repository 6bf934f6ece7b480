/// Where the credentials of one session come from, and the only site that they go to.
package struct OriginCredentialSource: Sendable {
    /// A credential, and for how long it is good, where that is known.
    package struct Issued: Sendable {
        let credential: OriginCredential
        let lifetime: Duration?

        package init(_ credential: OriginCredential, lifetime: Duration?) {
            self.credential = credential
            self.lifetime = lifetime
        }
    }

    /// Asks for a credential; the answer may come on any thread, nil for none.
    ///
    /// What it returns takes the question back.
    package typealias Provider =
        @Sendable (CredentialReason, _ answer: @escaping @Sendable (Issued?) -> Void) ->
        (@Sendable () -> Void)

    package enum Kind: Sendable {
        case fixed(OriginCredential)
        case provided(Provider)
    }

    let site: WebSite
    let kind: Kind

    /// `url` is one of the origin that alone sees the credentials.
    package init(_ kind: Kind, for url: String) throws(OriginError) {
        site = try OriginURL(url).site
        self.kind = kind
    }
}
