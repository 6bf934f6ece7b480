import Foundation

extension SwarmReport {
    private static let mostPoints = 3.0
    private static let mostStartupMs = 50.0

    /// What the engine promises and did not keep, however right every byte was.
    var shortcomings: [String] {
        var shortcomings: [String] = []
        let stalled = twins?.stallDifference ?? stalls.seconds
        if stalled > 0 {
            shortcomings.append(
                String(format: "viewers stalled for %.2f s", stalled)
                    + (twins == nil ? "" : " more than their twins"))
        }
        if points >= Self.mostPoints {
            shortcomings.append(String(format: "offload is %.2f points below its bound", points))
        }
        if let more = twins?.startupDifferenceMs.p50, more >= Self.mostStartupMs {
            shortcomings.append(
                String(format: "the median start took %.0f ms longer than without an engine", more))
        }
        return shortcomings
    }
}
