package import PlaybackProxy
package import Primitives

/// What an edge node has beside sessions of its own: sites that it serves to everybody.
extension P2PClient {
    /// Listens on the addresses for players of sites, of which there are none yet.
    ///
    /// Returns the addresses with the ports that the system chose. Throws `P2PError`.
    package func listenForSites(
        on addresses: [SocketAddress], connections: Int,
        onAccess: @escaping @Sendable (AccessRecord) -> Void
    ) async throws(P2PError) -> [SocketAddress] {
        let place = try await Runtime.shared.firstPlace(of: self)
        return try await place.listenForSites(
            on: addresses, connections: connections, onAccess: onAccess)
    }

    /// Serves these sites and no others; those that are as they were go on.
    package func serve(_ sites: [SiteRule]) async throws(P2PError) {
        await (try Runtime.shared.firstPlace(of: self)).serve(sites)
    }

    /// How each content of each site does; none of a client that is closed.
    package func siteStatistics() async -> [P2PSiteStatistics] {
        do {
            return await (try Runtime.shared.firstPlace(of: self)).siteStatistics
        } catch {
            return []
        }
    }

    /// How many contents each site has open.
    package func siteContents() async throws(P2PError) -> [String: Int] {
        await (try Runtime.shared.firstPlace(of: self)).siteContents
    }
}

/// How one content of a site does.
package struct P2PSiteStatistics: Sendable {
    package let site: String
    /// At the origin, without its query.
    package let path: String
    package let statistics: P2PStats
    package let inspection: SessionInspection
    package let unavailableReason: P2PUnavailableReason?
}
