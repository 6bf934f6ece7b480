import Engine
import Primitives

/// What the engine wants a grant for: what an application sends to its backend.
public struct P2PGrantRequest: Hashable, Sendable {
    /// The key that the grant has to be bound to, in hexadecimal; it is another one in each run.
    public let clientKey: String
    /// What the application calls the content, if it does.
    public let contentId: String?
    /// The swarm of the content, in hexadecimal, which tells nobody what it is.
    public let swarm: String
    /// The application's identifier.
    public let bundleId: String
}

extension P2PGrantRequest {
    init(_ request: GrantRequest) {
        clientKey = request.client.value.hex
        contentId = request.content
        swarm = request.swarm.value.hex
        bundleId = request.bundle
    }
}
