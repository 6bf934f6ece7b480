import Engine

/// What the application has decided for all sessions of a client, and may decide otherwise.
struct ClientSettings: Hashable, Sendable {
    var isConsented: Bool
    var isP2PEnabled: Bool
    var isInBackground = false

    init(_ configuration: P2PConfiguration) {
        isConsented = configuration.consent == .notRequired
        isP2PEnabled = configuration.isP2PEnabled
    }

    func apply(to attention: inout Attention, _ configuration: P2PConfiguration) {
        attention.isInBackground = isInBackground
        attention.isUnrestricted = configuration.background == .unrestricted
    }
}
