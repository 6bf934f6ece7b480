extension SwarmSession {
    /// Whether the application lets the session exchange media.
    package var isEnabled: Bool { presence.isEnabled }

    /// Whether the tracker's policy lets it.
    package var isAllowed: Bool { presence.isAllowed }

    /// Whether the policy wants more viewers before any of them share.
    package var isAudienceTooSmall: Bool { audience.isTooSmall }
}
