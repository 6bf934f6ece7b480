extension SwarmSession {
    /// Whether the application lets the session exchange media.
    package var isEnabled: Bool { presence.isEnabled }

    /// Whether the tracker's policy lets it.
    package var isAllowed: Bool { presence.isAllowed }
}
