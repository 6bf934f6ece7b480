@testable import shoal_swarm

extension ViewerState {
    /// A viewer as a test needs it.
    static func sample(
        _ number: Int, _ phase: Phase = .finished, problem: String? = nil,
        loaded: [String: Int] = [:],
        _ change: (inout ViewerReport) -> Void = { _ in }
    ) -> ViewerState {
        var report = ViewerReport()
        report.duration = 60
        change(&report)
        return ViewerState(
            number: number, phase: phase, problem: problem, report: report, loaded: loaded)
    }
}
