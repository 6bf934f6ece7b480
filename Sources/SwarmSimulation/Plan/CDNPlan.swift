/// How fast the CDN answers.
package struct CDNPlan: Hashable, Sendable {
    /// From a request to its first byte: each viewer has its own between these.
    package var latency = Duration.milliseconds(40)...Duration.milliseconds(120)
    /// Bytes a second of one request, where the viewer's downlink allows it.
    package var requestRate = 2_500_000.0
    /// Bytes a second of all requests together, or nil for a CDN without a limit.
    package var sharedRate: Double?

    package init() {}
}
