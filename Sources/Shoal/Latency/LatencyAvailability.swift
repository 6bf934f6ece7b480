/// Which latency modes there are for the current content and viewer.
public struct LatencyAvailability: Hashable, Sendable {
    /// Whether there is a low-latency source that can be played, of live content, and it is allowed.
    public let low: Bool

    /// The default mode is always there.
    public var def: Bool { true }

    /// Whether there is this mode.
    public subscript(mode: LatencyMode) -> Bool {
        switch mode {
        case .def: def
        case .low: low
        }
    }

    init(low: Bool) { self.low = low }
}
