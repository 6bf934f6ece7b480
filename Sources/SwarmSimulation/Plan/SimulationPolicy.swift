/// Who fetches and from whom: this project's scheduler, and those it is compared with.
package enum SimulationPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// The swarm's members share out the segments; the nearest peer ahead is asked.
    case swarmWide
    /// Everybody fetches everything from the CDN.
    case cdnOnly
    /// The lowest hash among those a peer is connected to fetches.
    case neighbourLocal
    /// As `swarmWide`, but any peer that holds a segment is asked for it.
    case uniformChoice
}
