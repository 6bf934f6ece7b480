/// What holds for all fetches of one client.
package struct OriginConfiguration: Sendable {
    package var policy: OriginPolicy
    /// From the start of a fetch, or of a hop, until its connection can be used: name look-up, TCP
    /// and TLS.
    package var connectTimeout: Duration
    /// A PEM file to trust instead of the system's, for origins with an authority of their own.
    package var certificateAuthorities: String?
    /// What shows the origin that requests are allowed, where it wants to see anything.
    package var credentials: OriginCredentialSource?

    package init(
        policy: OriginPolicy = OriginPolicy(), connectTimeout: Duration = .seconds(10),
        certificateAuthorities: String? = nil, credentials: OriginCredentialSource? = nil
    ) {
        self.policy = policy
        self.credentials = credentials
        self.connectTimeout = connectTimeout
        self.certificateAuthorities = certificateAuthorities
    }
}
