/// Which of a live channel's sources is played.
public enum LatencyMode: String, Hashable, Sendable, CaseIterable {
    /// The sources in `LatencyConfiguration.media`; always there.
    case def
    /// The sources in `LatencyConfiguration.lowLatencyMedia`; there for live content that has one.
    case low
}
