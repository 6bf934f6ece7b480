import Crypto
package import Primitives
package import TrackerWire

/// What an issuer is asked to grant.
package struct GrantOrder: Sendable {
    package var app: String
    package var bundle: String
    package var client: PeerID
    package var role = Grant.Role.viewer
    /// Empty for every content of the app.
    package var swarms: [SwarmID] = []
    /// How long the client has to show it, at most 300 s.
    package var firstUse: Duration = .seconds(300)
    /// How long what it opens lasts, from now on.
    package var life: Duration = .seconds(6 * 3600)

    package init(app: String, bundle: String, client: PeerID) {
        self.app = app
        self.bundle = bundle
        self.client = client
    }
}
