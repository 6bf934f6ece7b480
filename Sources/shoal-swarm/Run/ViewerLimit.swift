/// How long a viewer may take before it counts as hung.
struct ViewerLimit: Sendable {
    /// For starting, and for all that a busy machine delays.
    private static let allowance = 60.0

    private let speed: Double
    private let outages: Double

    init(_ arguments: SwarmArguments) {
        speed = arguments.playerSpeed
        outages = arguments.faults.reduce(0) { sum, fault in
            if case .stopCDN(_, let seconds) = fault { sum + seconds } else { sum }
        }
    }

    /// Seconds from its start for `media` seconds; a viewer that has just started reports 0 of them.
    func seconds(for media: Double) -> Double {
        Self.allowance + outages + 2 * media / speed
    }
}
