/// How long a viewer may take before it counts as hung.
struct ViewerLimit: Sendable {
    /// For starting, and for all that a busy machine delays.
    private static let allowance = 60.0

    private let outages: Double

    init(_ arguments: SwarmArguments) {
        outages = arguments.faults.reduce(0) { sum, fault in
            if case .stopCDN(_, let seconds) = fault { sum + seconds } else { sum }
        }
    }

    /// Seconds from its start for what it reports that it plays, which at first is nothing.
    func seconds(for report: ViewerReport) -> Double {
        Self.allowance + outages + 2 * report.duration / report.speed
    }
}
