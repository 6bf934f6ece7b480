import EventLoop
package import Foundation
package import NodeConfiguration
package import PlaybackProxy
package import Primitives
package import Shoal

/// A node as its operator runs it: one client, the media that was named at the start, and its sites.
package actor EdgeNode {
    /// One of the media that were named at the start.
    package struct Playback: Sendable {
        package let url: URL
        package let session: PlaybackSession
    }

    package nonisolated let client: P2PClient
    package private(set) var configuration: NodeConfiguration
    package private(set) var playbacks: [Playback] = []
    /// Where players of the sites connect to.
    package private(set) var addresses: [SocketAddress] = []
    private let onAccess: @Sendable (AccessRecord) -> Void
    private let tellsAccess: Locked<Bool>

    /// Checks the configuration; nothing is opened before `start()`.
    ///
    /// `onAccess` hears of each request to a site, where the configuration wants that, on the loop that
    /// serves it. Throws `ConfigurationProblem`, or `P2PError` of a key that is none.
    package init(
        _ configuration: NodeConfiguration,
        grantProvider: P2PConfiguration.GrantProvider? = nil,
        onAccess: @escaping @Sendable (AccessRecord) -> Void = { _ in }
    ) throws {
        try configuration.check()
        guard let sdkKey = try configuration.sdkKey?.reveal() else {
            throw ConfigurationProblem("sdkKey", "it is missing")
        }
        var settings = configuration.client
        settings.grantProvider = grantProvider
        client = try P2PClient(
            sdkKey: sdkKey, bundleId: "shoal-node", configuration: settings)
        self.configuration = configuration
        let tellsAccess = Locked(configuration.accessLog)
        self.tellsAccess = tellsAccess
        self.onAccess = { record in if tellsAccess.withLock({ $0 }) { onAccess(record) } }
    }

    /// Opens all that the configuration names.
    ///
    /// Throws `ConfigurationProblem` or `P2PError`; what was opened until then is closed by `stop()`.
    package func start() async throws {
        let rules = try Self.rules(configuration)
        for url in configuration.urls {
            let session = try await client.createPlaybackSession(
                url: url, options: configuration.options)
            playbacks.append(Playback(url: url, session: session))
        }
        guard !configuration.listen.isEmpty else { return }
        let wanted = configuration.listen.map(\.socketAddress)
        addresses = try await client.listenForSites(
            on: wanted, connections: configuration.connections, onAccess: onAccess)
        try await client.serve(rules)
    }

    /// Goes on with what of another configuration can be heeded by a node that runs.
    ///
    /// Returns what has changed and what has not. Throws `ConfigurationProblem`, and then nothing has.
    package func reload(
        to next: NodeConfiguration
    ) async throws -> NodeConfiguration.Reload {
        try next.check()
        let reload = configuration.reload(to: next)
        let rules = try Self.rules(reload.configuration)
        configuration = reload.configuration
        tellsAccess.withLock { [configuration] in $0 = configuration.accessLog }
        await client.setUploadLimit(configuration.uploadRate)
        await client.setNetworkMetered(configuration.metered)
        if !addresses.isEmpty { try await client.serve(rules) }
        return reload
    }

    /// Closes everything.
    package func stop() async {
        playbacks = []
        addresses = []
        await client.close()
    }

    private static func rules(
        _ configuration: NodeConfiguration
    ) throws(ConfigurationProblem) -> [SiteRule] {
        var rules: [SiteRule] = []
        for (name, site) in configuration.sites.sorted(by: { $0.key < $1.key }) {
            rules.append(try SiteRule(name, site, role: configuration.role))
        }
        return rules
    }
}
