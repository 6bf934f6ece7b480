import Crypto
import Engine
import EventLoop
import Manifests
import Origin
import PlaybackProxy
import Primitives
import TrackerWire

extension ClientLoop {
    /// Listens for players of sites; returns the addresses with their ports.
    func listenForSites(
        on addresses: [SocketAddress], connections: Int,
        onAccess: @escaping @Sendable (AccessRecord) -> Void
    ) throws(P2PError) -> [SocketAddress] {
        _ = try listeningAddress()
        let server = SiteServer(
            key: key.contentKey.secret,
            identity: { uri, rule in
                IdentityRule(volatileParameters: rule.volatileParameters)
                    .identity(of: uri, kind: .content).bytes
            },
            links: SiteServer.Links(
                open: { [weak self] root, rule in
                    self?.assumeIsolated { $0.openContent(root, of: rule) }
                },
                close: { [weak self] session in self?.assumeIsolated { $0.end(session) } },
                client: { [loop] rule in
                    OriginClient(
                        on: loop, configuration: Self.originConfiguration(for: rule.base))
                },
                onAccess: onAccess),
            on: loop)
        do {
            let listening = try server.assumeIsolated {
                try $0.start(on: addresses, connections: connections)
            }
            sites = server
            return listening
        } catch {
            throw .addressUnavailable
        }
    }

    /// Serves these sites and no others.
    func serve(_ rules: [SiteRule]) {
        sites?.assumeIsolated { $0.serve(rules) }
    }

    /// Contents that each site has open.
    var siteContents: [String: Int] { sites?.assumeIsolated { $0.contents } ?? [:] }

    var siteStatistics: [P2PSiteStatistics] {
        sites?.assumeIsolated { $0.openContents }.compactMap { content in
            statistics(of: content.session).map {
                P2PSiteStatistics(
                    site: content.site, path: content.path, statistics: $0,
                    inspection: inspect(content.session),
                    unavailableReason: unavailableReason(of: content.session))
            }
        } ?? []
    }

    private func openContent(_ root: ResolvedURI, of rule: SiteRule) -> SwarmSession? {
        guard let sites else { return nil }
        var options = P2PPlaybackOptions(isUploadEnabled: rule.isUploadEnabled)
        for header in rule.headers { options.originHeaders[header.name] = header.value }
        options.volatileParameters = rule.volatileParameters
        options.publisherKeys = rule.publisherKeys
        options.trustsOriginRoots = rule.trustsOriginRoots
        return openContent(root, options, on: sites, rule)
    }
}
