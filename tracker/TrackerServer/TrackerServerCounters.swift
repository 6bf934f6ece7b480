package import TrackerCore
package import Transport

/// What a server has done since it started, and what it holds now.
package struct TrackerServerCounters: Hashable, Sendable {
    package let tracker: TrackerCounters
    package let credentialsRefused: [Admission.Refusal: Int]
    /// Channels that their clients broke.
    package let faults: [ChannelFault: Int]
    /// Before there is a session: who came, and who was turned away and why.
    package let connections: AcceptCounters
    package let sessions: Int
    package let swarms: Int
}
