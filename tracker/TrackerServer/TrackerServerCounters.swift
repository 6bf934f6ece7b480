package import TrackerCore

/// What a server has done since it started, and what it holds now.
package struct TrackerServerCounters: Hashable, Sendable {
    package let tracker: TrackerCounters
    package let credentialsRefused: [Admission.Refusal: Int]
    package let sessions: Int
    package let swarms: Int
}
