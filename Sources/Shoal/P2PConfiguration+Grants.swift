import Engine

extension P2PConfiguration {
    /// The application's provider, as the engine asks it.
    var grantSource: GrantSource? {
        guard let grantProvider else { return nil }
        return { request, answer in
            ask({ try await grantProvider(P2PGrantRequest(request)) }, answer: answer)
        }
    }
}
